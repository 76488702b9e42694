// The page as a webview: starts the program's own server and carries questions and answers.
import { spawn, type ChildProcess } from "node:child_process";
import * as vscode from "vscode";

export class PageServer implements vscode.Disposable {
  private child?: ChildProcess;
  private address?: Promise<URL>;

  constructor(
    private program: string,
    private folder: string,
    private environment: NodeJS.ProcessEnv,
  ) {}

  private start(): Promise<URL> {
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

  private async request(path: string, body?: object): Promise<Response> {
    const address = await this.start();
    const headers = { Authorization: `Bearer ${address.searchParams.get("token")}` };
    const options = body ? { method: "POST", body: JSON.stringify(body), headers } : { headers };
    return await fetch(new URL(path, address.origin), options);
  }

  async html(): Promise<string> {
    return await (await this.request("/")).text();
  }

  async answer(message: { ask?: string; query?: Record<string, string>; act?: object }): Promise<unknown> {
    const response = message.act
      ? await this.request("/api/action", message.act)
      : await this.request(`/api/${message.ask}?${new URLSearchParams(message.query)}`);
    const value = (await response.json()) as { error?: string };
    if (!response.ok) throw new Error(value.error);
    return value;
  }

  /** Calls back for each change until it is disposed. */
  async follow(changed: (names: string[]) => void): Promise<void> {
    const response = await this.request("/api/events");
    const decoder = new TextDecoder();
    for await (const part of response.body as unknown as AsyncIterable<Uint8Array>) {
      for (const line of decoder.decode(part).split("\n")) {
        if (line.startsWith("data: [")) changed(JSON.parse(line.slice(6)));
      }
    }
  }

  dispose(): void {
    this.child?.kill();
  }
}

/** Shows the page in a panel or a side view. */
export async function show(webview: vscode.Webview, server: PageServer, folder: vscode.Uri): Promise<void> {
  webview.options = { enableScripts: true };
  webview.onDidReceiveMessage(async (message) => {
    if (message.open) {
      const line = Math.max(0, (message.open.line || 1) - 1);
      const selection = new vscode.Range(line, 0, line, 0);
      await vscode.window.showTextDocument(vscode.Uri.joinPath(folder, message.open.path), { selection });
      return;
    }
    try {
      await webview.postMessage({ id: message.id, value: await server.answer(message) });
    } catch (error) {
      await webview.postMessage({ id: message.id, error: error instanceof Error ? error.message : String(error) });
    }
  });
  webview.html = await server.html();
  void server.follow((change) => void webview.postMessage({ change })).catch(() => {});
}
