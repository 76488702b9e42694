// The status bar: counts, progress, pause and errors of the project of the active editor.
import * as vscode from "vscode";
import type { MemoryTree } from "./memories";
import type { Project, Projects } from "./project";
import { statusText, statusTooltip } from "./words";

const PROGRESS_EVERY = 1_000;

export class Status implements vscode.Disposable {
  private item = vscode.window.createStatusBarItem("sightline", vscode.StatusBarAlignment.Left, 1);
  private shown?: Project;
  private busy = "";
  private error = "";

  constructor(
    private projects: Projects,
    private tree: MemoryTree,
  ) {
    this.item.name = "Sightline";
    this.item.command = "sightline.showCommands";
  }

  /** Asks the program how the current project is. */
  async refresh(): Promise<void> {
    const project = this.projects.current();
    this.shown = project;
    this.error = "";
    if (!project) return this.withoutProject();
    try {
      await project.refresh();
      await this.tree.refresh(project);
    } catch (error) {
      this.error = error instanceof Error ? error.message : String(error);
    }
    this.draw();
  }

  /** With several folders, the one of the active editor counts. */
  editorChanged(): void {
    if (this.projects.current() !== this.shown) void this.refresh();
  }

  /** Shows a word, and the progress of the index, while something runs. */
  async during(busy: string, action: () => Promise<unknown>): Promise<void> {
    this.busy = busy;
    this.draw();
    const project = this.projects.current();
    const progress = setInterval(() => void project?.refresh().then(() => this.draw(), () => {}), PROGRESS_EVERY);
    try {
      await action();
    } finally {
      clearInterval(progress);
      this.busy = "";
      await this.refresh();
    }
  }

  /** The program was not found. */
  missing(): void {
    this.error = "The sightline program was not found: click for “Install the Program”";
    this.draw();
  }

  /** Says what does not work where no folder is on this machine's disk; a window without folders shows nothing. */
  private withoutProject(): void {
    const folders = vscode.workspace.workspaceFolders ?? [];
    if (!folders.length) return this.item.hide();
    this.item.text = "$(circle-slash) Sightline: no folder on disk";
    this.item.tooltip = `Sightline reads files on disk, and ${folders[0]!.uri.scheme}: folders have none. Open a clone, or a Remote window on the machine that has the files.`;
    this.item.show();
  }

  private draw(): void {
    const { state, folder } = this.shown ?? {};
    const several = (vscode.workspace.workspaceFolders?.length ?? 0) > 1;
    this.item.text = statusText(state, this.busy, this.error);
    this.item.tooltip = this.error || statusTooltip(state, several && folder ? folder.name : "");
    this.item.backgroundColor = this.error ? new vscode.ThemeColor("statusBarItem.errorBackground") : undefined;
    this.item.show();
  }

  dispose(): void {
    this.item.dispose();
  }
}
