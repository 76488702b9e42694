// The values that Python puts into the page or answers with; see src/sightline/view/.

export type Mode = "file" | "shared" | "live";

export interface Head {
  mode: Mode;
  project: string;
  root: string;
  paused: boolean;
  made: number;
  version: string;
}

export interface InjectionRow {
  id: string;
  agent: string;
  session: string;
  epoch: number;
  event: string;
  prompt: string;
  tokens: number;
  budget: number;
  items: number;
  ms: number;
  at: number;
  decided: number;
  used: number;
}

export type Part = [name: string, value: number];
export type LineEdit = [first: number, last: number, lines: string[]];

export interface ShownItem {
  kind: string;
  key: string;
  /** What a topic or memory is called; empty for code. */
  title: string;
  text: string;
  score: number;
  parts: Part[];
  used: boolean | null;
  how: string;
  tokens: number;
  without: LineEdit[];
  without_tokens: number;
}

export interface LeftOutItem {
  kind: string;
  key: string;
  title: string;
  score: number;
  parts: Part[];
  reason: string;
}

export interface InjectionDetail {
  id: string;
  prompt: string;
  text: string;
  notes: Record<string, string>;
  replay: boolean;
  items: ShownItem[];
  left_out: LeftOutItem[];
  factors: string[];
}

export interface MemoryLink {
  name: string;
  path: string;
  line: number;
  lines: number;
  state: string;
  change: string;
}

export interface MemoryRow {
  id: string;
  kind: string;
  title: string;
  text: string;
  fields: Record<string, unknown>;
  at: number;
  status: string;
  closed: boolean;
  ended: string;
  state: string;
  level: number;
  tags: string[];
  source: string;
  agent: string;
  global: boolean;
  automatic: boolean;
  review: boolean;
  confidence: number;
  links: MemoryLink[];
  told: number;
  told_used: number;
  told_in: string[];
}

export interface CodeExcerpt {
  path: string;
  line: number;
  lines: string[];
}

export interface Topic {
  id: string;
  title: string;
  status: string;
  terms: string[];
  pinned: boolean;
  lock: string;
  merged_into: string;
  parent: string;
  turns: number;
  created: number;
  used: number;
}

export interface TopicPrompt {
  number: number;
  topic: string;
  at: number;
  text: string;
  session: string;
  change: boolean;
}

export interface TopicStreams {
  topics: Topic[];
  prompts: TopicPrompt[];
  merges: { thread_a: string; thread_b: string; reason: string; similarity: number }[];
  splits: { thread_id: string; reason: string }[];
  undo: string;
}

export interface SplitProposal {
  turns: { number: number; role: string; text: string }[];
  groups: { title: string; turns: number[] }[];
}

export interface ImpactNode {
  id: number;
  name: string;
  qualified: string;
  kind: string;
  path: string;
  line: number;
  distance: number;
  test: boolean;
  certainty: "certain" | "possible";
  fan_in: number;
}

export interface Impact {
  symbol: string;
  path: string;
  line: number;
  depth: number;
  nodes: ImpactNode[];
  edges: { from: number; to: number; kind: string; certainty: "certain" | "possible" }[];
  total: number;
  tests: number;
  files: number;
  possible: number;
  rest: number;
  cut: boolean;
}

export interface SymbolName {
  name: string;
  label: string;
  path: string;
  line: number;
  kind: string;
}

export interface IndexSummary {
  state: string;
  updated: number;
  head: string;
  current_head: string;
  files: number;
  symbols: number;
  edges: number;
  undecided: number;
  commits: number;
  todo: number;
  languages: { language: string; files: number; roles: Record<string, number> }[];
  folders: {
    folder: string;
    files: number;
    bytes: number;
    tests: number;
    languages: Record<string, number>;
  }[];
  problems: { path: string; line: number; message: string }[];
}

export interface Day {
  day: number;
  project: string;
  injections: number;
  tokens: number;
  items: number;
  sessions: number;
  decided: number;
  used: number;
  saved: number;
  hook_calls: number;
  hook_p50: number;
  hook_p95: number;
}

export interface Costs {
  days: Day[];
  from_day: number;
  to_day: number;
  project: string;
  projects: Record<string, string>;
  hooks: {
    agent: string;
    event: string;
    calls: number;
    failed: number;
    median_ms: number;
    p95_ms: number;
    slowest_ms: number;
    last: number;
  }[];
  kinds: { kind: string; shown: number; decided: number; used: number }[];
  savings: { what: string; answers: number; before: number; after: number; budget: number }[];
  sessions: {
    agent: string;
    session: string;
    compactions: number;
    prompts: number;
    seen: number;
    injections: number;
    tokens: number;
    decided: number;
    used: number;
    saved: number;
  }[];
  cache: { requests: number; lost: number; read_share: number | null; tokens: number };
}

export interface Screens {
  injections: InjectionRow[];
  memories: MemoryRow[];
  topics: TopicStreams;
  index: IndexSummary;
  costs: Costs;
}

export interface PageData {
  head: Head;
  token?: string;
  screens?: Screens;
  details?: Record<string, InjectionDetail>;
  code?: Record<string, CodeExcerpt[]>;
  impacts?: Record<string, Impact>;
}
