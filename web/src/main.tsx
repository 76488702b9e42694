// The frame of the page: navigation, theme, live state, messages, and the chosen screen.
import { render } from "preact";
import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import "uplot/dist/uPlot.min.css";
import "./style.css";
import type { Context } from "./context";
import { Mark } from "./parts";
import { currentHash, inEditor, navigate } from "./route";
import { openSource } from "./source";
import { CostScreen } from "./screens/costs";
import { ImpactScreen } from "./screens/impact";
import { IndexScreen } from "./screens/index";
import { Injections } from "./screens/injections";
import { Memories } from "./screens/memories";
import { Topics } from "./screens/topics";

const SCREENS = {
  injections: { title: "Injections", show: Injections },
  memories: { title: "Memories", show: Memories },
  topics: { title: "Topics", show: Topics },
  impact: { title: "Blast radius", show: ImpactScreen },
  index: { title: "Index", show: IndexScreen },
  costs: { title: "Cost and use", show: CostScreen },
};
type Name = keyof typeof SCREENS;
const NAMES = Object.keys(SCREENS) as Name[];
const THEMES = ["auto", "light", "dark"];
const THEME_SIGNS: Record<string, string> = { auto: "◐", light: "☀", dark: "☾" };

function route(): { name: Name; argument: string } {
  const [, name = "", ...rest] = currentHash().split("/");
  const known = NAMES.includes(name as Name) ? (name as Name) : "injections";
  return { name: known, argument: decodeURIComponent(rest.join("/")) };
}

function Page() {
  const source = useMemo(openSource, []);
  const [place, setPlace] = useState(route);
  const [version, setVersion] = useState({ activity: 0, memory: 0 });
  const [message, setMessage] = useState("");
  const [alive, setAlive] = useState(false);
  const [paused, setPaused] = useState(source.head.paused);
  const [theme, setTheme] = useTheme();
  const moved = useCallback(() => {
    setPlace((before) => {
      const next = route();
      if (next.name !== before.name) requestAnimationFrame(() => document.getElementById("screen-title")?.focus());
      return next;
    });
  }, []);
  useEffect(() => {
    window.addEventListener("hashchange", moved);
    source.listen(
      (names) =>
        setVersion((before) => ({
          activity: before.activity + Number(names.includes("activity")),
          memory: before.memory + Number(names.includes("memory")),
        })),
      setAlive,
    );
    return () => window.removeEventListener("hashchange", moved);
  }, []);
  useEffect(() => {
    if (!message) return;
    const timer = setTimeout(() => setMessage(""), 8000);
    return () => clearTimeout(timer);
  }, [message]);
  const act = async (action: string, values: Record<string, unknown>) => {
    try {
      setMessage(await source.act(action, values));
      setVersion((before) => ({ activity: before.activity + 1, memory: before.memory + 1 }));
      return true;
    } catch (error) {
      setMessage(error instanceof Error ? error.message : String(error));
      return false;
    }
  };
  const pause = async () => {
    if (await act(paused ? "resume" : "pause", {})) setPaused(!paused);
  };
  const context: Context = { source, version, theme, act, say: setMessage };
  const Chosen = SCREENS[place.name].show;
  useKeys();
  useEffect(() => {
    document.querySelector("nav a[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
    document.title = `${SCREENS[place.name].title} · ${source.head.project} · Sightline`;
  }, [place.name]);
  return (
    <>
      <a class="skip" href="#main" onClick={(event) => (event.preventDefault(), document.getElementById("screen-title")?.focus())}>
        Skip to the content
      </a>
      <header class="top">
        <div class="bar">
          <p class="brand">
            <Mark />
            <b>Sightline</b> <span title={source.head.root}>{source.head.project}</span>
          </p>
          <nav aria-label="Screens">
            {NAMES.map((name, at) => (
              <a key={name} href={`#/${name}`} aria-current={name === place.name ? "page" : undefined} title={`Key ${at + 1}`}>
                {SCREENS[name].title}
              </a>
            ))}
          </nav>
          <div class="state">
            {source.head.mode === "live" ? (
              <>
                <span role="status" class={alive ? "live" : "live off"}>
                  <span>{alive ? "live" : "not connected"}</span>
                </span>
                <button type="button" onClick={pause} title={paused ? "Inject and record again" : "Inject and record nothing in this project"}>
                  {paused ? "Resume" : "Pause"}
                </button>
              </>
            ) : (
              <span class="dim">{new Date(source.head.made).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" })}</span>
            )}
            <ThemeButton theme={theme.split(" ")[0]!} onChange={setTheme} />
          </div>
        </div>
      </header>
      {paused && <p class="paused" role="status">This project is paused: nothing is injected or recorded.</p>}
      <main id="main">
        <Chosen key={place.name} context={context} argument={place.argument} />
      </main>
      <p class={message ? "toast" : "toast empty"} role="status" aria-live="polite">
        {message}
      </p>
      <footer>
        <span>
          Sightline {source.head.version} · {source.head.mode === "shared" ? "made for sharing: secrets, personal memories and local paths are left out" : "everything here stays on this machine"}
        </span>
        <span>
          <kbd>1</kbd> to <kbd>6</kbd> change the screen, <kbd>/</kbd> searches
        </span>
      </footer>
    </>
  );
}

function ThemeButton({ theme, onChange }: { theme: string; onChange: (theme: string) => void }) {
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length]!;
  const word = theme === "auto" ? "as the system" : theme;
  return (
    <button type="button" class="theme" onClick={() => onChange(next)} aria-label={`Theme: ${word}`} title={`Theme: ${word}`}>
      {THEME_SIGNS[theme] ?? THEME_SIGNS.auto}
    </button>
  );
}

/** The theme: the chosen one, and which of the two is shown when it follows the system. */
function useTheme(): [string, (theme: string) => void] {
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  // VS Code names its own theme on the body.
  const isDark = () => (inEditor ? /vscode-(dark|high-contrast)(?!-light)/.test(document.body.className) : dark.matches);
  const [chosen, setChosen] = useState(() => read("theme") || "auto");
  const [system, setSystem] = useState(isDark);
  useEffect(() => {
    const changed = () => setSystem(isDark());
    const observer = new MutationObserver(changed);
    dark.addEventListener("change", changed);
    observer.observe(document.body, { attributes: true, attributeFilter: ["class"] });
    return () => {
      dark.removeEventListener("change", changed);
      observer.disconnect();
    };
  }, []);
  document.documentElement.dataset.theme = chosen === "auto" ? (system ? "dark" : "light") : chosen;
  const choose = (theme: string) => {
    write("theme", theme);
    setChosen(theme);
  };
  return [`${chosen} ${system}`, choose];
}

// Storage is not available in every place the page is opened from.
function read(name: string): string {
  try {
    return localStorage.getItem(`sightline-${name}`) ?? "";
  } catch {
    return "";
  }
}

function write(name: string, value: string): void {
  try {
    localStorage.setItem(`sightline-${name}`, value);
  } catch {
    // The choice lasts as long as the page.
  }
}

function useKeys(): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, select, textarea, dialog")) return;
      const name = NAMES[Number(event.key) - 1];
      if (name) navigate(`#/${name}`);
      if (event.key === "/") {
        event.preventDefault();
        document.querySelector<HTMLInputElement>('main input[type="search"]')?.focus();
      }
    };
    window.addEventListener("keydown", pressed);
    return () => window.removeEventListener("keydown", pressed);
  }, []);
}

render(<Page />, document.getElementById("page")!);
