// Callers and memories above functions and on hover; one question at a time.
import * as vscode from "vscode";
import { hint, type Dependent, type Memory } from "./words";

type Question = <Value>(words: string[]) => Promise<Value>;
const KINDS = new Set([vscode.SymbolKind.Function, vscode.SymbolKind.Method, vscode.SymbolKind.Constructor]);

export class Hints implements vscode.CodeLensProvider, vscode.HoverProvider {
  private queue: Promise<unknown> = Promise.resolve();

  constructor(
    private question: Question,
    private on: () => boolean,
  ) {}

  async provideCodeLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    if (!this.on()) return [];
    const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[] | undefined>("vscode.executeDocumentSymbolProvider", document.uri);
    const lenses: vscode.CodeLens[] = [];
    const collect = (symbol: vscode.DocumentSymbol) => {
      if (KINDS.has(symbol.kind)) lenses.push(new PlacedLens(symbol.selectionRange, document));
      symbol.children?.forEach(collect);
    };
    symbols?.forEach((symbol) => "selectionRange" in symbol && collect(symbol));
    return lenses;
  }

  async resolveCodeLens(lens: PlacedLens): Promise<vscode.CodeLens> {
    const title = await this.text(lens.document, lens.range.start.line).catch(() => "");
    lens.command = { title: title || "–", command: "sightline.view" };
    return lens;
  }

  async provideHover(document: vscode.TextDocument, position: vscode.Position): Promise<vscode.Hover | undefined> {
    const range = document.getWordRangeAtPosition(position);
    if (!this.on() || !range || !/\b(?:def|func|function|fn|class)\b|\(/.test(document.lineAt(position).text)) return undefined;
    const text = await this.text(document, position.line).catch(() => "");
    return text ? new vscode.Hover(`Sightline: ${text}`, range) : undefined;
  }

  private text(document: vscode.TextDocument, line: number): Promise<string> {
    const place = `${vscode.workspace.asRelativePath(document.uri, false)}:${line + 1}`;
    const next = this.queue.then(async () => {
      const dependents = await this.question<Dependent[]>(["call", "get_dependents", `symbol_name=${place}`]);
      const memories = await this.question<Memory[]>(["call", "list_memories", `symbol_name=${place}`]).catch(() => []);
      return hint(dependents, memories.length);
    });
    this.queue = next.catch(() => {});
    return next;
  }
}

class PlacedLens extends vscode.CodeLens {
  constructor(
    range: vscode.Range,
    public document: vscode.TextDocument,
  ) {
    super(range);
  }
}
