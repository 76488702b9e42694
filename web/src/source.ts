// Where the page's values come from: from inside the file, from the local server, or from an editor.
import type { Head, Impact, PageData, Screens } from "./values";

export interface Source {
  head: Head;
  /** Whether actions are possible. */
  acts: boolean;
  /** Whether any symbol can be looked up, not only those inside the file. */
  asks: boolean;
  screen<Name extends keyof Screens>(name: Name): Promise<Screens[Name]>;
  ask<Value>(name: string, query: Record<string, string>): Promise<Value>;
  act(action: string, values: Record<string, unknown>): Promise<string>;
  /** Calls back with the names of what changed. */
  listen(changed: (names: string[]) => void, alive: (is: boolean) => void): void;
  /** Opens a place in the code, where an editor is around. */
  open?(path: string, line: number): void;
}

interface Editor {
  postMessage(message: unknown): void;
}

declare function acquireVsCodeApi(): Editor;

export function openSource(): Source {
  const element = document.getElementById("data");
  const data = JSON.parse(element?.textContent || "{}") as PageData;
  if (typeof acquireVsCodeApi === "function") return new EditorSource(data.head, acquireVsCodeApi());
  if (data.head?.mode === "live") return new HttpSource(data.head, data.token ?? "");
  return new FileSource(data);
}

class FileSource implements Source {
  acts = false;
  asks = false;
  head: Head;

  constructor(private data: PageData) {
    this.head = data.head;
  }

  async screen<Name extends keyof Screens>(name: Name): Promise<Screens[Name]> {
    if (!this.data.screens) throw new Error("this page has no data");
    return this.data.screens[name];
  }

  async ask<Value>(name: string, query: Record<string, string>): Promise<Value> {
    const { details = {}, code = {}, impacts = {} } = this.data;
    if (name === "injection" && details[query.id ?? ""]) return details[query.id ?? ""] as Value;
    if (name === "code") return (code[query.id ?? ""] ?? []) as Value;
    if (name === "told_symbols") return Object.keys(impacts) as Value;
    if (name === "impact") {
      const wanted = query.symbol ?? "";
      const found = impacts[wanted] ?? Object.values(impacts).find((one) => sameSymbol(one, wanted));
      if (found) return found as Value;
    }
    throw new Error("not inside this file; open the live page: sightline view --serve");
  }

  act(): Promise<string> {
    return Promise.reject(new Error("actions need the live page: sightline view --serve"));
  }

  listen(): void {}
}

function sameSymbol(impact: Impact, wanted: string): boolean {
  return `${impact.path}::${impact.symbol}` === wanted || impact.symbol === wanted;
}

class HttpSource implements Source {
  acts = true;
  asks = true;

  constructor(
    public head: Head,
    private token: string,
  ) {}

  private async fetch(path: string, options: RequestInit = {}): Promise<Response> {
    const headers = { Authorization: `Bearer ${this.token}` };
    return await fetch(path, { ...options, headers, cache: "no-store" });
  }

  private async json<Value>(path: string, options: RequestInit = {}): Promise<Value> {
    const response = await this.fetch(path, options);
    const text = await response.text();
    if (response.headers.get("content-type")?.startsWith("application/json")) {
      const value = JSON.parse(text) as Value & { error?: string; hint?: string };
      if (!response.ok) throw new Error([value.error, value.hint].filter(Boolean).join(" · "));
      return value;
    }
    throw new Error(text.trim() || `the server answered ${response.status}`);
  }

  screen<Name extends keyof Screens>(name: Name): Promise<Screens[Name]> {
    return this.json(`/api/${name}`);
  }

  ask<Value>(name: string, query: Record<string, string>): Promise<Value> {
    return this.json(`/api/${name}?${new URLSearchParams(query)}`);
  }

  async act(action: string, values: Record<string, unknown>): Promise<string> {
    const body = JSON.stringify({ ...values, action });
    return (await this.json<{ done: string }>("/api/action", { method: "POST", body })).done;
  }

  listen(changed: (names: string[]) => void, alive: (is: boolean) => void): void {
    // EventSource cannot send the token in a header.
    void this.follow(changed, alive).catch(() => {
      alive(false);
      setTimeout(() => this.listen(changed, alive), 3000);
    });
  }

  private async follow(changed: (names: string[]) => void, alive: (is: boolean) => void) {
    const response = await this.fetch("/api/events");
    if (!response.body || !response.ok) throw new Error("no events");
    alive(true);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) throw new Error("the server stopped");
      const events = (rest + value).split("\n\n");
      rest = events.pop() ?? "";
      for (const event of events) {
        const line = event.split("\n").find((one) => one.startsWith("data: "));
        if (event.startsWith("event: change") && line) changed(JSON.parse(line.slice(6)));
      }
    }
  }
}

/** Inside VS Code: the extension carries questions to the local server and back. */
class EditorSource implements Source {
  acts = true;
  asks = true;
  private waiting = new Map<number, { resolve(value: never): void; reject(error: Error): void }>();
  private next = 1;
  private changed: (names: string[]) => void = () => {};

  constructor(
    public head: Head,
    private editor: Editor,
  ) {
    window.addEventListener("message", (event) => {
      const { id, value, error, change } = event.data ?? {};
      if (change) this.changed(change);
      const waiting = this.waiting.get(id);
      if (!waiting) return;
      this.waiting.delete(id);
      if (error) waiting.reject(new Error(error));
      else waiting.resolve(value as never);
    });
  }

  private send<Value>(message: object): Promise<Value> {
    const id = this.next++;
    this.editor.postMessage({ ...message, id });
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
  }

  screen<Name extends keyof Screens>(name: Name): Promise<Screens[Name]> {
    return this.send({ ask: name, query: {} });
  }

  ask<Value>(name: string, query: Record<string, string>): Promise<Value> {
    return this.send({ ask: name, query });
  }

  async act(action: string, values: Record<string, unknown>): Promise<string> {
    return (await this.send<{ done: string }>({ act: { ...values, action } })).done;
  }

  listen(changed: (names: string[]) => void, alive: (is: boolean) => void): void {
    this.changed = changed;
    alive(true);
  }

  open(path: string, line: number): void {
    this.editor.postMessage({ open: { path, line } });
  }
}
