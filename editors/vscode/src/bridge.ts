// Hands over what VS Code's language servers know about the symbols that are looked at or were just
// saved: who refers to them, what each reference is defined as, and what they call.
import { createHash } from "node:crypto";
import * as vscode from "vscode";
import { KnownReferences, isSame, type At, type FileEntry } from "./known";
import type { Project, Projects } from "./project";
import { PacedQueue } from "./queue";

/** Milliseconds between two requests to a language server, and before what was learned is sent. */
const PAUSE = 300;
const SEND_AFTER = 2_000;
const LOOK_AFTER = 800;
/** Requests that wait at most, symbols of one file, and uses of one method that are looked up. */
const MOST_WAITING = 400;
const MOST_PER_FILE = 60;
const MOST_USES = 60;
const { SymbolKind } = vscode;
const CALLABLE = new Set([SymbolKind.Function, SymbolKind.Method, SymbolKind.Constructor]);
const TYPES = new Set([SymbolKind.Class, SymbolKind.Interface, SymbolKind.Enum, SymbolKind.Struct]);

interface Sent {
  references: number;
}

export class Bridge implements vscode.Disposable {
  private queue = new PacedQueue(PAUSE, MOST_WAITING);
  private known = new Map<Project, KnownReferences>();
  private asked = new Map<string, string>();
  private looking?: NodeJS.Timeout;
  private sending?: NodeJS.Timeout;
  private subscriptions: vscode.Disposable[];

  constructor(
    private projects: Projects,
    private on: () => boolean,
    /** Keeps what is known for the next session. */
    private memento: vscode.Memento,
    /** Told how many references were taken, after each delivery. */
    private delivered: (references: number) => void,
  ) {
    this.subscriptions = [
      vscode.window.onDidChangeActiveTextEditor(() => this.lookSoon()),
      vscode.window.onDidChangeTextEditorVisibleRanges(() => this.lookSoon()),
    ];
    this.lookSoon();
  }

  /** Asks about the symbols of a saved file. */
  async saved(document: vscode.TextDocument): Promise<void> {
    if (this.on()) await this.enqueue(document, document.validateRange(new vscode.Range(0, 0, document.lineCount, 0)));
  }

  private lookSoon(): void {
    clearTimeout(this.looking);
    // A program that does not answer is shown by the status bar.
    this.looking = setTimeout(() => void this.look().catch(() => {}), LOOK_AFTER);
  }

  /** Asks about the symbols that are visible. */
  private async look(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    if (!editor || !this.on()) return;
    for (const range of editor.visibleRanges) await this.enqueue(editor.document, range);
  }

  private async enqueue(document: vscode.TextDocument, range: vscode.Range): Promise<void> {
    const project = await this.projects.of(document.uri)?.load();
    // A folder that was never indexed stays so until someone asks for it.
    if (!project?.state?.index || !project.path(document.uri) || document.isDirty) return;
    const hash = hashOf(document.getText());
    const symbols = (await symbolsOf(document)).filter((symbol) => range.intersection(symbol.selectionRange));
    for (const symbol of symbols.slice(0, MOST_PER_FILE)) {
      const key = `${document.uri} ${symbol.selectionRange.start.line} ${symbol.name}`;
      if (this.asked.get(key) === hash) continue;
      const target = new Target(project, document.uri, symbol, document.languageId);
      this.work(`uses ${key}`, () => this.askUses(target));
      if (CALLABLE.has(symbol.kind)) this.work(`calls ${key}`, () => this.askCalls(target));
      this.work(`asked ${key}`, async () => void this.asked.set(key, hash));
    }
  }

  private work(key: string, task: () => Promise<void>): void {
    this.queue.add(key, async () => {
      if (!this.on()) return;
      await task();
      this.sendSoon();
    });
  }

  /** Who refers to a symbol. A method may be meant by calls of what it overrides: those are looked up one by one. */
  private async askUses(target: Target): Promise<void> {
    const { project, uri, symbol } = target;
    const at = symbol.selectionRange.start;
    const own = place(project, uri, at);
    const found = (await command<vscode.Location[]>("vscode.executeReferenceProvider", uri, at)) ?? [];
    const uses = found.filter((use) => !isSame(place(project, use.uri, use.range.start), own));
    if (symbol.kind === vscode.SymbolKind.Method) {
      for (const use of uses.slice(0, MOST_USES)) {
        this.work(`defined ${use.uri} ${use.range.start.line}:${use.range.start.character}`, () => this.askDefinition(target, use));
      }
      return;
    }
    for (const use of uses) if (own) await this.add(project, use, own, target);
  }

  /** What the name at a place is defined as; several answers leave it undecided. */
  private async askDefinition(asked: Target, use: vscode.Location): Promise<void> {
    const found = (await command<(vscode.Location | vscode.LocationLink)[]>("vscode.executeDefinitionProvider", use.uri, use.range.start)) ?? [];
    const [only, ...others] = found;
    if (!only || others.length) return;
    const target =
      "targetUri" in only
        ? place(asked.project, only.targetUri, (only.targetSelectionRange ?? only.targetRange).start)
        : place(asked.project, only.uri, only.range.start);
    await this.add(asked.project, use, target ?? null, asked);
  }

  /** What a function calls. */
  private async askCalls(asked: Target): Promise<void> {
    const { project, uri, symbol } = asked;
    const items = await command<vscode.CallHierarchyItem[]>("vscode.prepareCallHierarchy", uri, symbol.selectionRange.start);
    if (!items?.[0]) return;
    const calls = (await command<vscode.CallHierarchyOutgoingCall[]>("vscode.provideOutgoingCalls", items[0])) ?? [];
    for (const call of calls) {
      const called = place(project, call.to.uri, call.to.selectionRange.start) ?? null;
      for (const range of call.fromRanges) await this.add(project, new vscode.Location(uri, range), called, asked);
    }
  }

  private async add(project: Project, use: vscode.Location, target: At | null, { language }: Target): Promise<void> {
    const from = place(project, use.uri, use.range.start);
    const hash = from && (await diskHash(use.uri));
    if (from && hash) this.knownOf(project).add(from, hash, target, `vscode-${language} ${vscode.version}`);
  }

  private knownOf(project: Project): KnownReferences {
    let known = this.known.get(project);
    if (!known) this.known.set(project, (known = new KnownReferences(this.memento.get<FileEntry[]>(keyOf(project)))));
    return known;
  }

  /** Sends everything again after an index was built anew. */
  async rebuilt(project: Project): Promise<void> {
    this.knownOf(project).sendAgain();
    await this.send();
  }

  private sendSoon(): void {
    clearTimeout(this.sending);
    this.sending = setTimeout(() => void this.send(), SEND_AFTER);
  }

  private async send(): Promise<void> {
    for (const [project, known] of this.known) {
      const entries = known.take();
      if (!entries.length || !this.on()) continue;
      // Refused files are those whose content changed meanwhile; they are asked about again when saved.
      const results = await project.ask<Sent[]>(["overlay", "import", "-"], JSON.stringify(entries)).catch(() => []);
      await this.memento.update(keyOf(project), known.all());
      this.delivered(results.reduce((sum, one) => sum + one.references, 0));
    }
  }

  /** Starts anew with another program or other settings. */
  reset(): void {
    this.queue.clear();
    this.known.clear();
    this.asked.clear();
    this.lookSoon();
  }

  dispose(): void {
    clearTimeout(this.looking);
    clearTimeout(this.sending);
    this.queue.dispose();
    this.subscriptions.forEach((one) => one.dispose());
  }
}

/** A symbol of a document that is asked about. */
class Target {
  constructor(
    readonly project: Project,
    readonly uri: vscode.Uri,
    readonly symbol: vscode.DocumentSymbol,
    readonly language: string,
  ) {}
}

function keyOf(project: Project): string {
  return `references ${project.folder.uri}`;
}

/** The hash of a file on disk; none for one with changes that are not saved. */
async function diskHash(uri: vscode.Uri): Promise<string | undefined> {
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  return open?.isDirty ? undefined : hashOf(await vscode.workspace.fs.readFile(uri));
}

function hashOf(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

function place(project: Project, uri: vscode.Uri, at: vscode.Position): At | undefined {
  const file = project.path(uri);
  return file ? { file, line: at.line, column: at.character } : undefined;
}

async function symbolsOf(document: vscode.TextDocument): Promise<vscode.DocumentSymbol[]> {
  const roots = await command<vscode.DocumentSymbol[]>("vscode.executeDocumentSymbolProvider", document.uri);
  const symbols: vscode.DocumentSymbol[] = [];
  const collect = (symbol: vscode.DocumentSymbol) => {
    if (CALLABLE.has(symbol.kind) || TYPES.has(symbol.kind)) symbols.push(symbol);
    symbol.children?.forEach(collect);
  };
  roots?.forEach((root) => "selectionRange" in root && collect(root));
  return symbols;
}

async function command<Value>(name: string, ...values: unknown[]): Promise<Value | undefined> {
  return await vscode.commands.executeCommand<Value | undefined>(name, ...values);
}
