// The program's own local server: the page as a webview, and single questions about the code.
import { spawn, type ChildProcess } from "node:child_process";
import * as vscode from "vscode";

export class PageServer implements vscode.Disposable {
  private child?: ChildProcess;
  private address?: Promise<URL>;
  private isDisposed = false;

  constructor(
    private program: string,
    private folder: string,
    private environment: NodeJS.ProcessEnv,
  ) {}

  private start(): Promise<URL> {
    if (this.isDisposed) return Promise.reject(new Error("the settings changed; open the page again"));
    this.address ??= new Promise((resolve, reject) => {
      const child = spawn(this.program, ["view", "--serve", "--no-open"], {
        cwd: this.folder,
        env: { ...process.env, ...this.environment },
      });
      this.child = child;
      let text = "";
      child.stdout.on("data", (part) => {
        text += part;
        if (text.includes("\n")) resolve(new URL(text.split("\n")[0]!));
      });
      const ended = () => {
        this.address = undefined;
        reject(new Error("sightline view ended"));
      };
      child.on("error", ended);
      child.on("exit", ended);
    });
    return this.address;
  }

  private async request(path: string, body?: object, signal?: AbortSignal): Promise<Response> {
    const address = await this.start();
    const headers = { Authorization: `Bearer ${address.searchParams.get("token")}` };
    const options = body ? { method: "POST", body: JSON.stringify(body) } : {};
    return await fetch(new URL(path, address.origin), { ...options, headers, signal });
  }

  async html(): Promise<string> {
    return await (await this.request("/")).text();
  }

  async ask<Value>(name: string, query: Record<string, string> = {}): Promise<Value> {
    return await answerOf<Value>(await this.request(`/api/${name}?${new URLSearchParams(query)}`));
  }

  async act(action: object): Promise<unknown> {
    return await answerOf(await this.request("/api/action", action));
  }

  /** Calls back for each change until the server ends or the signal says so. */
  async follow(changed: (names: string[]) => void, signal: AbortSignal): Promise<void> {
    const response = await this.request("/api/events", undefined, signal);
    const decoder = new TextDecoder();
    let rest = "";
    for await (const part of response.body as unknown as AsyncIterable<Uint8Array>) {
      const lines = (rest + decoder.decode(part, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) if (line.startsWith("data: [")) changed(JSON.parse(line.slice(6)));
    }
  }

  dispose(): void {
    this.isDisposed = true;
    this.child?.kill();
  }
}

async function answerOf<Value>(response: Response): Promise<Value> {
  const text = await response.text();
  if (!response.ok) throw new Error(text.startsWith("{") ? (JSON.parse(text) as { error: string }).error : text.trim());
  return JSON.parse(text) as Value;
}

interface PageMessage {
  id?: number;
  ask?: string;
  query?: Record<string, string>;
  act?: object;
  open?: { path: string; line: number };
}

/** Shows the page in a panel or a side view, and answers it until what is returned is disposed. */
export async function showPage(
  webview: vscode.Webview,
  server: PageServer,
  open: (path: string, line: number) => Thenable<unknown>,
  { screen = "", compact = false } = {},
): Promise<vscode.Disposable> {
  webview.options = { enableScripts: true };
  const listening = webview.onDidReceiveMessage(async (message: PageMessage) => {
    if (message.open) return void open(message.open.path, message.open.line);
    try {
      const value = message.act ? await server.act(message.act) : await server.ask(message.ask ?? "", message.query);
      await webview.postMessage({ id: message.id, value });
    } catch (error) {
      await webview.postMessage({ id: message.id, error: error instanceof Error ? error.message : String(error) });
    }
  });
  // A webview has no address, so the screen to start with is written into the page.
  const html = await server.html();
  webview.html = html.replace("<body>", `<body data-screen="${screen}"${compact ? " data-compact" : ""}>`);
  // The stream ends with the server; the page then keeps what it shows.
  const following = new AbortController();
  void server.follow((change) => void webview.postMessage({ change }), following.signal).catch(() => {});
  return new vscode.Disposable(() => (listening.dispose(), following.abort()));
}
