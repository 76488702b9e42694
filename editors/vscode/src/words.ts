// Texts and values made from what the program answers; knows nothing of VS Code.

export interface ProjectState {
  root: string;
  index?: { state?: string; files?: number; symbols?: number; todo?: number; error?: string } | null;
  memories?: { kept: number; to_review: number };
  paused?: boolean;
}

export interface Memory {
  id: string;
  content: string;
  category: string;
  title: string;
  state: string;
  symbols: string[];
}

const number = new Intl.NumberFormat("en");

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${number.format(count)} ${count === 1 ? one : many}`;
}

/** The status bar's text. */
export function statusText(state: ProjectState | undefined, busy: string, error: string): string {
  if (error) return "$(error) Sightline";
  const { index } = state ?? {};
  const building = index?.state && index.state !== "ready";
  const progress = building ? `, ${counted(index.todo ?? 0, "file")} to go` : "";
  if (busy) return `$(sync~spin) Sightline: ${busy}${progress}`;
  if (!state) return "$(loading~spin) Sightline";
  if (state.paused) return "$(debug-pause) Sightline: paused";
  if (!index) return "$(eye) Sightline: not indexed";
  if (index.error) return "$(error) Sightline: index damaged";
  if (building) return `$(sync~spin) Sightline: indexing${progress}`;
  return `$(eye) ${counted(index.symbols ?? 0, "symbol")}, ${counted(state.memories?.kept ?? 0, "memory", "memories")}`;
}

/** The status bar's tooltip: what the counts are made of. */
export function statusTooltip(state: ProjectState | undefined, folder: string): string {
  const lines = [`Sightline${folder ? ` in ${folder}` : ""}`];
  if (state?.index?.files) lines.push(`${counted(state.index.files, "file")}, ${counted(state.index.symbols ?? 0, "symbol")} indexed`);
  if (state?.memories) lines.push(`${counted(state.memories.kept, "memory", "memories")}, ${number.format(state.memories.to_review)} to review`);
  return [...lines, state?.paused ? "Paused: nothing is injected or recorded" : "Click for its commands"].join("\n");
}

/** The environment that carries settings to the program: only what a person set. */
export function environmentOf(settings: Record<string, unknown>): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(settings)) {
    if (value === undefined) continue;
    const variable = `SIGHTLINE_${name.replaceAll(".", "_").toUpperCase()}`;
    environment[variable] = Array.isArray(value) ? value.join(",") : String(value);
  }
  return environment;
}

/** What is known about a function; see src/sightline/view/hints.py. */
export interface Hint {
  symbol: string;
  callers: number;
  possible: number;
  complete: boolean;
  memories: Record<string, number>;
  /** The newest of these memories. */
  notes: { kind: string; text: string }[];
  changed: number | null;
  change: string;
}

/** "12 callers, 3 possible · 1 decision · changed 9 days ago". */
export function hintText(hint: Hint, now: number): string {
  const parts = [counted(hint.callers, "caller") + (hint.possible ? `, ${number.format(hint.possible)} possible` : "")];
  for (const [kind, count] of Object.entries(hint.memories)) {
    const words = kind.replaceAll("_", " ");
    parts.push(counted(count, words, words === "memory" ? "memories" : words === "bug fix" ? "bug fixes" : `${words}s`));
  }
  if (hint.changed !== null) parts.push(`changed ${ago(hint.changed, now)}`);
  return parts.join(" · ");
}

/** The hover in Markdown: the counts, what the memories say, and the last commit. */
export function hoverText(hint: Hint, now: number): string {
  const notes = hint.notes.map(({ kind, text }) => `- **${kind.replaceAll("_", " ")}** ${plain(text)}`);
  const change = hint.change ? [`Last change: _${plain(hint.change)}_`] : [];
  const radius = `[Blast radius](command:sightline.showSymbol?${encodeURIComponent(JSON.stringify([hint.symbol]))})`;
  return [`Sightline: ${hintText(hint, now)}`, notes.join("\n"), ...change, radius].filter(Boolean).join("\n\n");
}

/** Text that others wrote, without the signs that Markdown reads. */
function plain(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+!<>|~$&]/g, "\\$&");
}

/** A time in the past, in one unit: "9 days ago". */
export function ago(then: number, now: number): string {
  const minutes = Math.max(0, Math.floor((now - then) / 60_000));
  const units: [number, string][] = [[525_600, "year"], [43_800, "month"], [1_440, "day"], [60, "hour"], [1, "minute"]];
  for (const [size, unit] of units) {
    if (minutes >= size) return `${counted(Math.floor(minutes / size), unit)} ago`;
  }
  return "just now";
}
