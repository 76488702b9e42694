// Callers, memories and the last change above functions and on hover, as the program counts them.
import * as vscode from "vscode";
import type { Project, Projects } from "./project";
import { hintText, hoverText, type Hint } from "./words";

export class Hints implements vscode.CodeLensProvider, vscode.HoverProvider {
  private changed = new vscode.EventEmitter<void>();
  onDidChangeCodeLenses = this.changed.event;

  constructor(
    private projects: Projects,
    private on: () => boolean,
  ) {}

  /** Asks again for everything that is visible. */
  refresh(): void {
    this.changed.fire();
  }

  async provideCodeLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    const project = this.on() ? await this.projects.of(document.uri)?.load() : undefined;
    const path = project?.path(document.uri);
    if (!project || !path) return [];
    const functions = await project.server.ask<{ line: number }[]>("functions", { path });
    return functions
      .filter(({ line }) => line <= document.lineCount)
      .map(({ line }) => new PlacedLens(document.lineAt(line - 1).range, project, path));
  }

  async resolveCodeLens(lens: PlacedLens): Promise<vscode.CodeLens> {
    const hint = await ask(lens.project, lens.path, lens.range.start.line + 1);
    const title = hint ? hintText(hint, Date.now()) : "not indexed yet";
    lens.command = { title, command: "sightline.showSymbol", arguments: [hint?.symbol] };
    return lens;
  }

  /** What is known about the function that the word under the mouse means. */
  async provideHover(document: vscode.TextDocument, position: vscode.Position): Promise<vscode.Hover | undefined> {
    const word = this.on() ? document.getWordRangeAtPosition(position) : undefined;
    if (!word) return undefined;
    const place = (await definition(document.uri, position)) ?? { uri: document.uri, line: position.line };
    const project = await this.projects.of(place.uri)?.load();
    const path = project?.path(place.uri);
    const hint = project && path ? await ask(project, path, place.line + 1) : undefined;
    if (!hint) return undefined;
    const text = new vscode.MarkdownString(hoverText(hint, Date.now()));
    text.isTrusted = { enabledCommands: ["sightline.showSymbol"] };
    return new vscode.Hover(text, word);
  }
}

async function ask(project: Project, path: string, line: number): Promise<Hint | null> {
  return await project.server.ask<Hint | null>("hint", { path, line: String(line) });
}

/** Where the language server says a word is defined. */
async function definition(uri: vscode.Uri, position: vscode.Position): Promise<{ uri: vscode.Uri; line: number } | undefined> {
  const found = await vscode.commands.executeCommand<(vscode.Location | vscode.LocationLink)[]>("vscode.executeDefinitionProvider", uri, position);
  const first = found?.[0];
  if (!first) return undefined;
  if ("targetUri" in first) return { uri: first.targetUri, line: (first.targetSelectionRange ?? first.targetRange).start.line };
  return { uri: first.uri, line: first.range.start.line };
}

class PlacedLens extends vscode.CodeLens {
  constructor(
    range: vscode.Range,
    readonly project: Project,
    readonly path: string,
  ) {
    super(range);
  }
}
