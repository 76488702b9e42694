// The extension: status bar, commands, MCP server, memories, page and hints for each workspace folder.
// It starts the sightline program and never opens its databases.
import * as vscode from "vscode";
import { Hints } from "./hints";
import { MemoryTree } from "./memories";
import { PageServer, show } from "./page";
import { ask, findProgram, run } from "./program";
import { environmentOf, statusText, type Memory, type ProjectState } from "./words";

let program: string | undefined;
const servers = new Map<string, PageServer>();

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const status = vscode.window.createStatusBarItem("sightline", vscode.StatusBarAlignment.Left, 1);
  status.name = "Sightline";
  status.command = "sightline.showCommands";
  const tree = new MemoryTree(() => question<Memory[]>(["call", "list_memories", "include_stale=true", "max_results=500"]));
  const state = new State(status, tree);
  const command = (name: string, action: (...values: never[]) => unknown) =>
    context.subscriptions.push(vscode.commands.registerCommand(`sightline.${name}`, action));
  command("showCommands", () => vscode.commands.executeCommand("workbench.action.quickOpen", ">Sightline: "));
  command("reindex", () => state.work("indexing", () => question(["index"])));
  command("clearIndex", () => clearIndex(state));
  command("showMemories", () => vscode.commands.executeCommand("sightline.memories.focus"));
  command("configureMcp", configureMcp);
  command("pause", () => state.work("", () => question([state.current?.paused ? "resume" : "pause"])));
  command("why", why);
  command("view", openPage);
  command("rememberSelection", () => rememberSelection(state));
  command("openMemory", openMemory);
  const hints = new Hints(question, () => vscode.workspace.getConfiguration("sightline").get("hints") === true);
  context.subscriptions.push(
    status,
    vscode.window.registerTreeDataProvider("sightline.memories", tree),
    vscode.window.registerWebviewViewProvider("sightline.page", { resolveWebviewView: (view) => fill(view.webview) }),
    vscode.languages.registerCodeLensProvider({ scheme: "file" }, hints),
    vscode.languages.registerHoverProvider({ scheme: "file" }, hints),
    mcpServers(),
    vscode.workspace.onDidChangeWorkspaceFolders(() => state.refresh()),
    vscode.workspace.onDidChangeConfiguration((event) => event.affectsConfiguration("sightline") && restart(context, state)),
    { dispose: () => servers.forEach((server) => server.dispose()) },
  );
  const timer = setInterval(() => void state.refresh(), 30_000);
  context.subscriptions.push({ dispose: () => clearInterval(timer) });
  await restart(context, state);
}

async function restart(context: vscode.ExtensionContext, state: State): Promise<void> {
  const setting = vscode.workspace.getConfiguration("sightline").get<string>("program") ?? "";
  program = findProgram(setting, vscode.Uri.joinPath(context.extensionUri, "bin", "sightline").fsPath);
  servers.forEach((server) => server.dispose());
  servers.clear();
  await state.refresh();
  if (program) return;
  const install = "Install with uv";
  const text = setting ? `Sightline: ${setting} is not a program` : "Sightline: the sightline program was not found on the PATH or where uv and pipx install";
  const choice = await vscode.window.showWarningMessage(text, install, "Open Settings");
  if (choice === install) {
    const terminal = vscode.window.createTerminal("Sightline");
    terminal.show();
    terminal.sendText("uv tool install sightline || pipx install sightline");
  } else if (choice) {
    await vscode.commands.executeCommand("workbench.action.openSettings", "sightline.program");
  }
}

/** The folder of the active editor, else the first one. */
function currentFolder(): vscode.WorkspaceFolder | undefined {
  const active = vscode.window.activeTextEditor?.document.uri;
  const own = active && vscode.workspace.getWorkspaceFolder(active);
  return own ?? vscode.workspace.workspaceFolders?.find((folder) => folder.uri.scheme === "file");
}

/** What a person set for the program, as its environment. */
function environment(): Record<string, string> {
  const configuration = vscode.workspace.getConfiguration("sightline", currentFolder());
  const settings: Record<string, unknown> = {};
  const known = vscode.extensions.getExtension("sightline.sightline")?.packageJSON.contributes.configuration[1]?.properties ?? {};
  for (const name of Object.keys(known).map((key) => key.replace(/^sightline\./, ""))) {
    const set = configuration.inspect(name);
    settings[name] = set?.workspaceFolderValue ?? set?.workspaceValue ?? set?.globalValue;
  }
  return environmentOf(settings);
}

function place(): { program: string; folder: string } {
  const folder = currentFolder();
  if (!folder) throw new Error("open a folder on disk first");
  if (!program) throw new Error("the sightline program was not found");
  return { program, folder: folder.uri.fsPath };
}

async function question<Value>(words: string[]): Promise<Value> {
  const { program, folder } = place();
  return await ask<Value>(program, words, folder, environment());
}

class State {
  current?: ProjectState;
  private busy = "";
  private error = "";

  constructor(
    private status: vscode.StatusBarItem,
    private tree: MemoryTree,
  ) {}

  async refresh(): Promise<void> {
    if (!currentFolder()) {
      this.status.hide();
      return;
    }
    try {
      this.current = await question<ProjectState>([]);
      await this.tree.refresh();
      this.error = "";
    } catch (error) {
      this.error = error instanceof Error ? error.message : String(error);
    }
    this.draw();
  }

  /** Runs something that changes the state, with a word for the status bar. */
  async work(busy: string, action: () => Promise<unknown>): Promise<void> {
    this.busy = busy;
    this.draw();
    try {
      await action();
    } catch (error) {
      void vscode.window.showErrorMessage(`Sightline: ${error instanceof Error ? error.message : error}`);
    }
    this.busy = "";
    await this.refresh();
  }

  private draw(): void {
    this.status.text = statusText(this.current, this.busy, this.error);
    this.status.tooltip = this.error || "Sightline: click for its commands";
    this.status.show();
  }
}

async function clearIndex(state: State): Promise<void> {
  const sure = "Rebuild";
  const text = "Delete the index of this project and build it again? Memories stay.";
  if ((await vscode.window.showWarningMessage(text, { modal: true }, sure)) !== sure) return;
  await state.work("rebuilding", () => question(["index", "--rebuild"]));
}

/** Writes the configuration of other assistants, in a terminal where the program asks first. */
function configureMcp(): void {
  const { program, folder } = place();
  const terminal = vscode.window.createTerminal({ name: "Sightline", cwd: folder });
  terminal.show();
  terminal.sendText(`"${program}" install --instructions`);
}

async function why(): Promise<void> {
  const { program, folder } = place();
  try {
    const content = await run(program, ["why"], folder, "", environment());
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content, language: "plaintext" }));
  } catch (error) {
    void vscode.window.showInformationMessage(`Sightline: ${error instanceof Error ? error.message : error}`);
  }
}

async function fill(webview: vscode.Webview): Promise<void> {
  const { program, folder } = place();
  let server = servers.get(folder);
  if (!server) {
    server = new PageServer(program, folder, environment());
    servers.set(folder, server);
  }
  await show(webview, server, vscode.Uri.file(folder));
}

async function openPage(): Promise<void> {
  const panel = vscode.window.createWebviewPanel("sightline", "Sightline", vscode.ViewColumn.Active, { enableScripts: true, retainContextWhenHidden: true });
  await fill(panel.webview);
}

/** Keeps a note about the selection, linked to the symbol it is in. */
async function rememberSelection(state: State): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return;
  const text = await vscode.window.showInputBox({ prompt: "What should be remembered about the selection?", ignoreFocusOut: true });
  if (!text) return;
  const path = vscode.workspace.asRelativePath(editor.document.uri, false);
  const symbol = `${path}:${editor.selection.start.line + 1}`;
  await state.work("", () => question(["remember", text, "--symbol", symbol]));
}

async function openMemory(memory: Memory): Promise<void> {
  const symbol = memory.symbols[0] ?? "";
  const found = await question<{ file_path?: string; path?: string; line?: number; line_start?: number }[]>(["call", "query_symbol", `name=${symbol}`]).catch(() => []);
  const folder = currentFolder();
  const path = found[0]?.file_path ?? found[0]?.path ?? symbol;
  if (!folder) return;
  const line = Math.max(0, (found[0]?.line ?? found[0]?.line_start ?? 1) - 1);
  await vscode.window.showTextDocument(vscode.Uri.joinPath(folder.uri, path), { selection: new vscode.Range(line, 0, line, 0) });
}

/** The MCP server for VS Code's assistant, one per folder; no file is written. */
function mcpServers(): vscode.Disposable {
  return vscode.lm.registerMcpServerDefinitionProvider("sightline", {
    provideMcpServerDefinitions: () => {
      const offered = vscode.workspace.getConfiguration("sightline").get("mcp") !== false;
      if (!program || !offered) return [];
      return (vscode.workspace.workspaceFolders ?? []).map((folder) => {
        const title = vscode.workspace.workspaceFolders!.length > 1 ? `Sightline (${folder.name})` : "Sightline";
        return new vscode.McpStdioServerDefinition(title, program!, ["serve", "--root", folder.uri.fsPath], environment());
      });
    },
  });
}
