// Small parts that every screen uses: numbers, times, badges, messages, charts.
import { useEffect, useRef, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import uPlot from "uplot";
import { dates, fromZero, short } from "./axis";
import type { Source } from "./source";

const number = new Intl.NumberFormat("en");

export function count(value: number): string {
  return number.format(value);
}

export function plural(value: number, noun: string): string {
  return `${count(value)} ${noun}${value === 1 ? "" : "s"}`;
}

export function percent(part: number, whole: number): string {
  return whole ? `${Math.round((100 * part) / whole)} %` : "–";
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

/** An item's key for people: a symbol as its own name and its file. */
export function shortKey(key: string): { name: string; place: string } {
  const at = key.indexOf("::");
  if (at < 0) return { name: key, place: "" };
  const names = key.slice(at + 2).split(/[.:#]+/);
  return { name: names.slice(-2).join("."), place: key.slice(0, at) };
}

export function Screen(props: { title: string; lead: string; children: ComponentChildren }) {
  return (
    <section aria-labelledby="screen-title">
      <h1 id="screen-title" tabIndex={-1}>
        {props.title}
      </h1>
      <p class="lead">{props.lead}</p>
      {props.children}
    </section>
  );
}

export function Badge(props: { kind?: string; children: ComponentChildren; title?: string }) {
  return (
    <span class={`badge ${props.kind ?? ""}`} title={props.title}>
      {props.children}
    </span>
  );
}

export function Empty({ children }: { children: ComponentChildren }) {
  return <p class="empty">{children}</p>;
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
    <p class="empty" role="status">
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

export interface Line {
  label: string;
  colour: string;
  values: (number | null)[];
  bars?: boolean;
  points?: boolean;
}

/** A chart over time; `times` are in seconds. Bars are drawn behind each other, the widest first. */
export function Chart(props: {
  label: string;
  times: number[];
  lines: Line[];
  height?: number;
  unit?: string;
  stepped?: boolean;
  yLabels?: (value: number) => string;
  range?: [number, number];
  theme: string;
  onPick?: (index: number) => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    if (!element || !props.times.length) return;
    const span = props.times[props.times.length - 1]! - props.times[0]!;
    const axis = { stroke: colour("dim"), grid: { stroke: colour("line"), width: 1 }, ticks: { show: false } };
    // Half a bar of room at both ends; the bars are drawn around their times.
    const isBars = props.lines.some((line) => line.bars);
    const half = span / Math.max(1, props.times.length - 1) / 2 || 43_200;
    const room = isBars || !span ? half : 0;
    const whole = (): [number, number] => [props.times[0]! - room, props.times[props.times.length - 1]! + room];
    const bars = uPlot.paths.bars?.({ size: [0.8, 40], align: 0 });
    const stepped = props.stepped ? uPlot.paths.stepped?.({ align: 1 }) : undefined;
    const chart = new uPlot(
      {
        width: element.clientWidth || 300,
        height: props.height ?? 150,
        legend: { show: false },
        cursor: { points: { show: false }, drag: { x: false, y: false } },
        scales: { x: { time: true, range: whole }, y: { range: props.range ?? ((_, _low, high) => fromZero(high)) } },
        axes: [
          // Labels with hours have a second line for the day.
          { ...axis, grid: { show: false }, space: 70, values: (_, marks, _axis, _space, step) => dates(marks, step), size: (_, labels) => (labels?.some((label) => label?.includes("\n")) ? 42 : 26) },
          {
            ...axis,
            size: widest,
            ...(props.yLabels
              ? { values: (_: uPlot, all: number[]) => all.map(props.yLabels!), splits: lanes(props.range) }
              : { values: (_: uPlot, all: number[]) => all.map((one) => short(one) + (props.unit ?? "")) }),
          },
        ],
        series: [
          {},
          ...props.lines.map((line) => ({
            label: line.label,
            stroke: colour(line.colour),
            width: line.bars ? 0 : 1.5,
            ...(line.bars ? { fill: colour(line.colour), paths: bars } : {}),
            ...(line.points ? { paths: () => null, points: { show: true, size: 7, fill: colour(line.colour) } } : {}),
            ...(!line.bars && !line.points && stepped ? { paths: stepped } : {}),
            ...(line.points ? {} : { points: { show: false } }),
            spanGaps: true,
          })),
        ],
      } as uPlot.Options,
      [props.times, ...props.lines.map((line) => line.values)] as uPlot.AlignedData,
      element,
    );
    const pick = () => {
      const index = chart.cursor.idx;
      if (index !== null && index !== undefined) props.onPick?.(index);
    };
    if (props.onPick) chart.over.addEventListener("click", pick);
    const resized = new ResizeObserver(() =>
      chart.setSize({ width: element.clientWidth || 300, height: props.height ?? 150 }),
    );
    resized.observe(element);
    return () => {
      resized.disconnect();
      chart.destroy();
    };
  }, [props.times, props.lines, props.theme, props.height]);
  return (
    <figure class="chart">
      <div ref={box} role="img" aria-label={props.label} />
      <figcaption>
        {props.lines.map((line) => (
          <span key={line.label}>
            <i style={{ background: `var(--${line.colour})` }} /> {line.label}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

/** Room for the widest label beside a chart. */
function widest(chart: uPlot, labels: string[] | null): number {
  const { ctx } = chart;
  ctx.save();
  ctx.font = `12px ${getComputedStyle(document.body).fontFamily}`;
  const width = Math.max(24, ...(labels ?? []).map((label) => ctx.measureText(label ?? "").width));
  ctx.restore();
  return Math.ceil(width) + 14;
}

function lanes(range?: [number, number]): () => number[] {
  const [low, high] = range ?? [0, 0];
  return () => Array.from({ length: Math.max(0, Math.floor(high - low)) }, (_, at) => Math.ceil(low) + at);
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
