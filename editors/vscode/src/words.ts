// Texts and values made from what the program answers; knows nothing of VS Code.

export interface ProjectState {
  index?: { state?: string; files?: number; symbols?: number; todo?: number } | null;
  memories?: unknown;
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

/** How many memories a project has, whether it is told as a number or by kind. */
export function memoryCount(memories: unknown): number {
  if (typeof memories === "number") return memories;
  if (!memories || typeof memories !== "object") return 0;
  return Object.values(memories).reduce<number>((sum, one) => sum + (typeof one === "number" ? one : memoryCount(one)), 0);
}

/** The status bar's text. */
export function statusText(state: ProjectState | undefined, busy: string, error: string): string {
  if (error) return "$(error) Sightline";
  if (busy) return `$(sync~spin) Sightline: ${busy}`;
  if (!state) return "$(loading~spin) Sightline";
  if (state.paused) return "$(debug-pause) Sightline: paused";
  if (!state.index) return "$(eye) Sightline: not indexed";
  if (state.index.state && state.index.state !== "ready") return `$(sync~spin) Sightline: indexing, ${number.format(state.index.todo ?? 0)} files to go`;
  const memories = memoryCount(state.memories);
  return `$(eye) ${number.format(state.index.symbols ?? 0)} symbols, ${number.format(memories)} ${memories === 1 ? "memory" : "memories"}`;
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

export interface Dependent {
  certainty?: string;
  possible?: boolean;
  edge_kind?: string;
}

/** "12 callers, 3 possible · 1 memory". */
export function hint(dependents: Dependent[], memories: number): string {
  const possible = dependents.filter((one) => one.possible || one.certainty === "possible").length;
  const callers = dependents.length - possible;
  const parts = [`${callers} ${callers === 1 ? "caller" : "callers"}${possible ? `, ${possible} possible` : ""}`];
  if (memories) parts.push(`${memories} ${memories === 1 ? "memory" : "memories"}`);
  return parts.join(" · ");
}
