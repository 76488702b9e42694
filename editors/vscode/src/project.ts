// One workspace folder on disk: its settings, its paths, and what the program says about it.
import { realpathSync } from "node:fs";
import { isAbsolute, join, posix, relative, sep } from "node:path";
import * as vscode from "vscode";
import { PageServer } from "./page";
import { run } from "./program";
import { environmentOf, type ProjectState } from "./words";

export class Project implements vscode.Disposable {
  state?: ProjectState;
  private pageServer?: PageServer;

  constructor(
    readonly folder: vscode.WorkspaceFolder,
    private program: string,
  ) {}

  /** The text that a command prints. */
  async run(words: string[], input = ""): Promise<string> {
    return await run(this.program, words, { folder: this.folder.uri.fsPath, input, environment: this.environment() });
  }

  /** What a command answers with --json. */
  async ask<Value>(words: string[], input = ""): Promise<Value> {
    return JSON.parse(await this.run([...words, "--json"], input)) as Value;
  }

  async refresh(): Promise<void> {
    this.state = await this.ask<ProjectState>([]);
  }

  /** Asks how the project is if that is not known yet; paths need its root. */
  async load(): Promise<this> {
    if (!this.state) await this.refresh();
    return this;
  }

  /** The server of the page, which starts when it is asked for the first time. */
  get server(): PageServer {
    this.pageServer ??= new PageServer(this.program, this.folder.uri.fsPath, this.environment());
    return this.pageServer;
  }

  get mcpServer(): vscode.McpStdioServerDefinition {
    const several = (vscode.workspace.workspaceFolders?.length ?? 0) > 1;
    const title = several ? `Sightline (${this.folder.name})` : "Sightline";
    return new vscode.McpStdioServerDefinition(title, this.program, ["serve", "--root", this.folder.uri.fsPath], this.environment());
  }

  /** The path of a file as Sightline knows it; undefined outside the project. */
  path(uri: vscode.Uri): string | undefined {
    if (uri.scheme !== "file") return undefined;
    const inside = relative(this.folder.uri.fsPath, uri.fsPath);
    if (isAbsolute(inside) || !this.state) return undefined;
    const path = posix.normalize([...this.prefix(), ...inside.split(sep)].join("/"));
    return path.startsWith("../") ? undefined : path;
  }

  uri(path: string): vscode.Uri {
    const root = relative(this.prefix().join(sep), "") || ".";
    return vscode.Uri.file(join(this.folder.uri.fsPath, root, path));
  }

  async open(path: string, line: number): Promise<void> {
    const at = new vscode.Position(Math.max(0, line - 1), 0);
    await vscode.window.showTextDocument(this.uri(path), { selection: new vscode.Range(at, at) });
  }

  /** The folders from the project's root to this workspace folder: none, unless it is a part of the project. */
  private prefix(): string[] {
    const inside = relative(this.state?.root ?? "", realpathSync(this.folder.uri.fsPath));
    return inside ? inside.split(sep) : [];
  }

  /** What a person set for the program, as its environment. */
  private environment(): Record<string, string> {
    const configuration = vscode.workspace.getConfiguration("sightline", this.folder);
    const settings: Record<string, unknown> = {};
    for (const name of settingNames()) {
      const set = configuration.inspect(name);
      settings[name] = set?.workspaceFolderValue ?? set?.workspaceValue ?? set?.globalValue;
    }
    return environmentOf(settings);
  }

  dispose(): void {
    this.pageServer?.dispose();
  }
}

/** The program's settings: the second group of the extension's own, generated from the program's table. */
function settingNames(): string[] {
  const groups = vscode.extensions.getExtension("sightline.sightline")?.packageJSON.contributes.configuration ?? [];
  return Object.keys(groups[1]?.properties ?? {}).map((key) => key.replace(/^sightline\./, ""));
}

/** The projects of the window: one per workspace folder on disk. */
export class Projects implements vscode.Disposable {
  private byFolder = new Map<string, Project>();

  constructor(private program: () => string | undefined) {}

  /** Forgets everything that depends on the program or its settings. */
  reset(): void {
    this.dispose();
    this.byFolder.clear();
  }

  all(): Project[] {
    return (vscode.workspace.workspaceFolders ?? []).map((folder) => this.in(folder)).filter((project) => project !== undefined);
  }

  /** The project of a file. */
  of(uri: vscode.Uri): Project | undefined {
    const folder = vscode.workspace.getWorkspaceFolder(uri);
    return folder && this.in(folder);
  }

  /** The project of the active editor, else the first one. */
  current(): Project | undefined {
    const active = vscode.window.activeTextEditor?.document.uri;
    return (active && this.of(active)) ?? this.all()[0];
  }

  /** The current project, or an error that says what is missing. */
  needed(): Project {
    const project = this.current();
    if (project) return project;
    throw new Error(this.program() ? "open a folder on disk first" : "the sightline program was not found");
  }

  private in(folder: vscode.WorkspaceFolder): Project | undefined {
    const program = this.program();
    if (!program || folder.uri.scheme !== "file") return undefined;
    const key = folder.uri.toString();
    let project = this.byFolder.get(key);
    if (!project) this.byFolder.set(key, (project = new Project(folder, program)));
    return project;
  }

  dispose(): void {
    this.byFolder.forEach((project) => project.dispose());
  }
}
