// Small parts that every screen uses: numbers, times, badges, messages, tiles.
import { useEffect, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import type { Source } from "./source";

const number = new Intl.NumberFormat("en");

export function count(value: number): string {
  return number.format(value);
}

export function plural(value: number, noun: string, many = `${noun}s`): string {
  return `${count(value)} ${value === 1 ? noun : many}`;
}

export function percent(part: number, whole: number): string {
  const share = Math.round((100 * part) / whole);
  return !whole ? "–" : part && !share ? "< 1 %" : `${share} %`;
}

export function ago(at: number, now = Date.now()): string {
  const minutes = Math.round((now - at) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.round(minutes / 60);
  if (hours < 36) return `${hours} h ago`;
  return `${plural(Math.round(hours / 24), "day")} ago`;
}

export function Time({ at }: { at: number }) {
  const date = new Date(at);
  return (
    <time dateTime={date.toISOString()} title={date.toLocaleString()}>
      {ago(at)}
    </time>
  );
}

/** The day something belongs to: "Today", "Yesterday", "Monday, Nov 16". */
export function dayName(at: number, now = Date.now()): string {
  const start = new Date(now).setHours(0, 0, 0, 0);
  if (at >= start) return "Today";
  if (at >= start - 86_400_000) return "Yesterday";
  const date = new Date(at);
  const year = date.getFullYear() === new Date(now).getFullYear() ? {} : ({ year: "numeric" } as const);
  return date.toLocaleDateString("en", { weekday: "long", month: "short", day: "numeric", ...year });
}

/** An item's key for people: a symbol as its own name and its file. */
export function shortKey(key: string): { name: string; place: string } {
  const at = key.indexOf("::");
  if (at < 0) return { name: key, place: "" };
  const names = key.slice(at + 2).split(/[.:#/]+/);
  return { name: names.slice(-2).join("."), place: key.slice(0, at) };
}

export function Screen(props: { title: string; lead: string; children: ComponentChildren }) {
  return (
    <section aria-labelledby="screen-title">
      <header class="intro">
        <h1 id="screen-title" tabIndex={-1}>
          {props.title}
        </h1>
        <p class="lead">{props.lead}</p>
      </header>
      {props.children}
    </section>
  );
}

export interface Tile {
  label: string;
  value: string;
  /** What the value is made of. */
  note?: string;
  tone?: "used" | "doubt" | "bad";
}

/** The figures at the top of a screen. */
export function Tiles({ tiles }: { tiles: Tile[] }) {
  return (
    <dl class="totals">
      {tiles.map((tile) => (
        <div key={tile.label}>
          <dt>{tile.label}</dt>
          <dd class={tile.tone}>{tile.value}</dd>
          {tile.note && <dd class="note">{tile.note}</dd>}
        </div>
      ))}
    </dl>
  );
}

export interface Column<Row> {
  title: string;
  /** Figures are aligned to the right. */
  number?: boolean;
  /** The title is for screen readers only. */
  quiet?: boolean;
  show: (row: Row) => ComponentChildren;
}

/** A table in a panel; the first column names the row. */
export function Table<Row>(props: { title: string; note?: string; rows: Row[]; columns: Column<Row>[]; children?: ComponentChildren }) {
  const [first, ...others] = props.columns;
  return (
    <section class="panel" aria-label={props.title}>
      <h2>{props.title}</h2>
      {props.note && <p class="dim">{props.note}</p>}
      <div class="scroll" tabIndex={0} role="region" aria-label={`Table: ${props.title}`}>
        <table>
          <thead>
            <tr>
              {props.columns.map((column) => (
                <th key={column.title} scope="col" class={column.number ? "number" : undefined}>
                  <span class={column.quiet ? "hidden" : undefined}>{column.title}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {props.rows.map((row, at) => (
              <tr key={at}>
                <th scope="row">{first!.show(row)}</th>
                {others.map((column) => (
                  <td key={column.title} class={column.number ? "number" : undefined}>
                    {column.show(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {props.children}
    </section>
  );
}

/** How large an amount is beside the largest. */
export function Bar({ part, whole }: { part: number; whole: number }) {
  return (
    <span class="track">
      <i class="bar" style={{ width: `${whole ? (100 * part) / whole : 0}%` }} />
    </span>
  );
}

export function Badge(props: { kind?: string; children: ComponentChildren; title?: string }) {
  return (
    <span class={`badge ${props.kind ?? ""}`} title={props.title}>
      {props.children}
    </span>
  );
}

/** Why there is nothing to see, and what to do about it. */
export function Empty({ children, command }: { children: ComponentChildren; command?: string }) {
  return (
    <div class="empty">
      <Mark />
      <p>{children}</p>
      {command && <code class="command">{command}</code>}
    </div>
  );
}

/** The sign of Sightline. */
export function Mark() {
  return (
    <svg class="mark" viewBox="0 0 24 24" width="22" height="22" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round">
      <circle cx="12" cy="12" r="7.5" />
      <path d="M12 2v5.5M12 16.5V22M2 12h5.5M16.5 12H22" />
    </svg>
  );
}

/** A value that is loaded, with its error; loads again when a key changes. */
export function useLoaded<Value>(load: () => Promise<Value>, keys: unknown[]) {
  const [value, setValue] = useState<Value | null>(null);
  const [error, setError] = useState("");
  useEffect(() => {
    let current = true;
    load().then(
      (loaded) => current && (setValue(loaded), setError("")),
      (problem: Error) => current && (setError(problem.message), setValue(null)),
    );
    return () => {
      current = false;
    };
  }, keys);
  return { value, error };
}

export function Loading({ error }: { error: string }) {
  return error ? (
    <p class="problem" role="alert">
      {error}
    </p>
  ) : (
    <p class="loading" role="status">
      Loading …
    </p>
  );
}

/** A list that shows a part of many entries, and more on request. */
export function useMore(total: number, step: number, reset: unknown[]) {
  const [shown, setShown] = useState(step);
  useEffect(() => setShown(step), reset);
  const more =
    total > shown ? (
      <button class="more" type="button" onClick={() => setShown(shown + step)}>
        Show {count(Math.min(step, total - shown))} more of {count(total)}
      </button>
    ) : null;
  return { shown: Math.min(shown, total), more };
}

export function Place(props: { source: Source; path: string; line?: number }) {
  const { source, path, line = 0 } = props;
  const text = line ? `${path}:${line}` : path;
  if (source.open) {
    return (
      <button class="link place" type="button" onClick={() => source.open?.(path, line)}>
        {text}
      </button>
    );
  }
  if (source.head.mode === "shared") return <code class="place">{text}</code>;
  return (
    <a class="place" href={`vscode://file${source.head.root}/${path}:${line || 1}`}>
      {text}
    </a>
  );
}

/** A colour of the page by its name, as the current theme has it. */
export function colour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

/** One horizontal bar out of parts, as in "12 of 40 used". */
export function Share(props: { label: string; parts: { value: number; colour: string }[] }) {
  const total = props.parts.reduce((sum, part) => sum + part.value, 0);
  return (
    <span class="share" role="img" aria-label={props.label} title={props.label}>
      {props.parts.map((part) => (
        <i key={part.colour} style={{ width: `${total ? (100 * part.value) / total : 0}%`, background: `var(--${part.colour})` }} />
      ))}
    </span>
  );
}
