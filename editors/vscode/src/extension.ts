// The extension: status bar, commands, MCP server, memories, page, hints, warnings and the bridge.
// It starts the sightline program and never opens its databases.
import * as vscode from "vscode";
import { Audit, INSTRUCTIONS } from "./audit";
import { Bridge } from "./bridge";
import { Hints } from "./hints";
import { bundledWheel, environmentOf, install } from "./install";
import { MemoryTree } from "./memories";
import { showPage } from "./page";
import { findProgram } from "./program";
import { Projects, type Project } from "./project";
import { Status } from "./status";
import { SCHEME, Texts } from "./texts";
import type { Memory } from "./words";

const REFRESH_EVERY = 30_000;
/** How long files must stay as they are before the index is refreshed after saving. */
const INDEX_AFTER = 1_500;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  await new Extension(context).start();
}

/** A setting of the extension itself, which is either on or off. */
function isOn(name: string): boolean {
  return vscode.workspace.getConfiguration("sightline").get<boolean>(name) === true;
}

class Extension {
  private program?: string;
  private projects = new Projects(() => this.program);
  private tree = new MemoryTree();
  private status = new Status(this.projects, this.tree);
  private hints = new Hints(this.projects, () => isOn("hints"));
  private audit = new Audit(this.projects, () => isOn("audit"));
  private texts = new Texts();
  private bridge: Bridge;
  private serversChanged = new vscode.EventEmitter<void>();
  private saved = new Map<Project, vscode.TextDocument>();
  private saving?: NodeJS.Timeout;
  /** What fills each open page. */
  private pages = new Set<() => Promise<void>>();
  private panel?: { show(screen: string): Promise<void> };

  constructor(private context: vscode.ExtensionContext) {
    const delivered = (references: number) => void (references && this.hints.refresh());
    this.bridge = new Bridge(this.projects, () => isOn("bridge"), context.workspaceState, delivered);
  }

  async start(): Promise<void> {
    this.registerCommands();
    const timer = setInterval(() => vscode.window.state.focused && void this.status.refresh(), REFRESH_EVERY);
    this.context.subscriptions.push(
      this.projects, this.status, this.audit, this.bridge,
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, this.texts),
      vscode.window.registerTreeDataProvider("sightline.memories", this.tree),
      vscode.window.registerWebviewViewProvider("sightline.page", { resolveWebviewView: (view) => this.filler(view, () => "#/injections/latest", true)() }),
      vscode.languages.registerCodeLensProvider({ scheme: "file" }, this.hints),
      vscode.languages.registerHoverProvider({ scheme: "file" }, this.hints),
      vscode.lm.registerMcpServerDefinitionProvider("sightline", {
        onDidChangeMcpServerDefinitions: this.serversChanged.event,
        provideMcpServerDefinitions: () => (isOn("mcp") ? this.projects.all().map((project) => project.mcpServer) : []),
      }),
      vscode.workspace.onDidChangeWorkspaceFolders(() => this.restart()),
      vscode.workspace.onDidChangeConfiguration((event) => event.affectsConfiguration("sightline") && this.restart()),
      vscode.workspace.onDidSaveTextDocument((document) => this.afterSaving(document)),
      vscode.window.onDidChangeActiveTextEditor(() => this.status.editorChanged()),
      { dispose: () => (clearInterval(timer), clearTimeout(this.saving)) },
    );
    await this.restart();
  }

  private registerCommands(): void {
    const command = (name: string, action: (...values: never[]) => unknown) =>
      this.context.subscriptions.push(vscode.commands.registerCommand(`sightline.${name}`, reporting(action)));
    command("showCommands", () => vscode.commands.executeCommand("workbench.action.quickOpen", ">Sightline: "));
    command("reindex", () => this.index("indexing", []));
    command("clearIndex", () => this.clearIndex());
    command("showMemories", () => vscode.commands.executeCommand("sightline.memories.focus"));
    command("configureMcp", () => this.configureMcp());
    command("pause", () => this.pause());
    command("why", () => this.why());
    command("view", () => this.openPage());
    command("showSymbol", (symbol?: string) => this.openPage(symbol && `#/impact/${encodeURIComponent(symbol)}`));
    command("rememberSelection", () => this.rememberSelection());
    command("openMemory", (memory: Memory) => this.openMemory(memory));
    command("installProgram", () => this.installProgram());
  }

  /** Looks for the program and asks about everything again. */
  private async restart(): Promise<void> {
    const setting = vscode.workspace.getConfiguration("sightline").get<string>("program") ?? "";
    const wheel = bundledWheel(this.context.extensionPath);
    this.program = findProgram(setting, wheel ? environmentOf(this.context.globalStorageUri.fsPath, wheel) : "");
    this.projects.reset();
    this.serversChanged.fire();
    if (!this.program && this.hasFolder()) {
      this.status.missing();
      void this.offerToInstall(setting, wheel);
      return;
    }
    await this.status.refresh();
    this.pages.forEach((fill) => void fill());
    this.bridge.reset();
    this.hints.refresh();
    await this.audit.refresh();
  }

  private hasFolder(): boolean {
    return !!vscode.workspace.workspaceFolders?.some((folder) => folder.uri.scheme === "file");
  }

  private async offerToInstall(setting: string, wheel: string | undefined): Promise<void> {
    const text = setting
      ? `Sightline: ${setting} is not a program`
      : "Sightline: the sightline program was not found on the PATH or where uv and pipx install";
    const choices = [...(wheel && !setting ? ["Install"] : []), "Open Settings"];
    const choice = await vscode.window.showWarningMessage(text, ...choices);
    if (choice === "Install") await vscode.commands.executeCommand("sightline.installProgram");
    else if (choice) await vscode.commands.executeCommand("workbench.action.openSettings", "sightline.program");
  }

  /** Makes a Python environment with the wheel inside the extension; nothing outside its storage changes. */
  private async installProgram(): Promise<void> {
    const wheel = bundledWheel(this.context.extensionPath);
    if (!wheel) throw new Error("this build of the extension has no program inside; set sightline.program");
    const options = { location: vscode.ProgressLocation.Notification, title: "Installing Sightline" };
    await vscode.window.withProgress(options, () => install(wheel, this.context.globalStorageUri.fsPath));
    await this.restart();
  }

  private async index(busy: string, words: string[]): Promise<void> {
    const project = this.projects.needed();
    await this.status.during(busy, () => project.ask(["index", ...words]));
    this.hints.refresh();
    await this.audit.refresh();
  }

  private async clearIndex(): Promise<void> {
    const sure = "Rebuild";
    const text = "Delete the index of this project and build it again? Memories stay.";
    if ((await vscode.window.showWarningMessage(text, { modal: true }, sure)) !== sure) return;
    await this.index("rebuilding", ["--rebuild"]);
    await this.bridge.rebuilt(this.projects.needed());
  }

  /** Shows what would change in the configuration of other assistants, and changes it after a yes. */
  private async configureMcp(): Promise<void> {
    const project = this.projects.needed();
    const changes = await project.run(["install", "--instructions", "--dry-run"]);
    if (!changes.includes("+++ ")) {
      void vscode.window.showInformationMessage(`Sightline: ${changes.trim()}`);
      return;
    }
    await this.texts.show("Changes to other assistants.diff", changes);
    const text = "Install Sightline in these assistants, with the guidance file? The editor shows every change; sightline uninstall takes them back.";
    if ((await vscode.window.showWarningMessage(text, { modal: true }, "Install")) !== "Install") return;
    await project.ask(["install", "--instructions", "--yes"]);
    void vscode.window.showInformationMessage("Sightline: installed; restart the assistants that are running");
  }

  private async pause(): Promise<void> {
    const project = this.projects.needed();
    await this.status.during("", () => project.ask([project.state?.paused ? "resume" : "pause"]));
  }

  private async why(): Promise<void> {
    await this.texts.show("Why.txt", await this.projects.needed().run(["why"]));
  }

  /** What fills a panel or the side bar with the page; it is called again when the program or its settings change. */
  private filler(view: vscode.WebviewPanel | vscode.WebviewView, screen: () => string, compact = false): () => Promise<void> {
    let shown: vscode.Disposable | undefined;
    const fill = async () => {
      shown?.dispose();
      try {
        const project = this.projects.needed();
        shown = await showPage(view.webview, project.server, (path, line) => project.open(path, line), { screen: screen(), compact });
      } catch (error) {
        view.webview.html = `<p>${messageOf(error).replaceAll("<", "&lt;")}</p>`;
      }
    };
    this.pages.add(fill);
    view.onDidDispose(() => {
      shown?.dispose();
      this.pages.delete(fill);
    });
    return fill;
  }

  /** Shows a screen of the page in its one panel, for the project of the active editor. */
  private async openPage(screen = ""): Promise<void> {
    this.projects.needed();
    if (this.panel) {
      await this.panel.show(screen);
      return;
    }
    const options = { enableScripts: true, retainContextWhenHidden: true };
    const view = vscode.window.createWebviewPanel("sightline", "Sightline", vscode.ViewColumn.Active, options);
    view.onDidDispose(() => (this.panel = undefined));
    let current = screen;
    const fill = this.filler(view, () => current);
    this.panel = {
      show: async (next) => {
        current = next;
        view.reveal();
        await fill();
      },
    };
    await fill();
  }

  /** Keeps a note about the selection, linked to the symbol it is in. */
  private async rememberSelection(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    const project = editor && this.projects.of(editor.document.uri);
    const path = editor && project?.path(editor.document.uri);
    if (!editor || !project || !path) throw new Error("select something in a file of the project first");
    const prompt = "What should be remembered about the selection?";
    const text = await vscode.window.showInputBox({ prompt, ignoreFocusOut: true });
    if (!text) return;
    const symbol = `${path}:${editor.selection.start.line + 1}`;
    await this.status.during("", () => project.ask(["remember", "--symbol", symbol, "-"], text));
    this.hints.refresh();
  }

  private async openMemory(memory: Memory): Promise<void> {
    const project = this.projects.needed();
    const name = memory.symbols[0] ?? "";
    const symbols = await project.ask<{ file_path: string; start_line: number }[]>(["call", "query_symbol", `name=${name}`]).catch(() => []);
    // A memory may be linked to a file as a whole.
    await project.open(symbols[0]?.file_path ?? name, symbols[0]?.start_line ?? 1);
  }

  /** Hints and the bridge are about files as they are on disk, so the index follows what is saved. */
  private afterSaving(document: vscode.TextDocument): void {
    if (INSTRUCTIONS.test(document.fileName)) void this.audit.refresh();
    const project = this.projects.of(document.uri);
    // A folder that was never indexed stays so until someone asks for it.
    if (!project?.state?.index || !(isOn("hints") || isOn("bridge"))) return;
    this.saved.set(project, document);
    clearTimeout(this.saving);
    this.saving = setTimeout(() => void this.indexSaved(), INDEX_AFTER);
  }

  private async indexSaved(): Promise<void> {
    const saved = [...this.saved];
    this.saved.clear();
    for (const [project, document] of saved) {
      // Another process may be indexing; then the next save catches up.
      await project.ask(["index"]).then(() => this.bridge.saved(document)).catch(() => {});
    }
    this.hints.refresh();
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A command whose failure is shown to the person who called it. */
function reporting(action: (...values: never[]) => unknown): (...values: never[]) => Promise<void> {
  return async (...values) => {
    try {
      await action(...values);
    } catch (error) {
      void vscode.window.showErrorMessage(`Sightline: ${messageOf(error)}`);
    }
  };
}
