// Texts of the program in a read-only editor: closing it asks nothing, and nothing is written to disk.
import * as vscode from "vscode";

export const SCHEME = "sightline";

export class Texts implements vscode.TextDocumentContentProvider {
  private contents = new Map<string, string>();
  private changed = new vscode.EventEmitter<vscode.Uri>();
  onDidChange = this.changed.event;

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.contents.get(uri.path) ?? "";
  }

  /** Shows a text under a name, whose ending says its language. */
  async show(name: string, content: string): Promise<void> {
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${name}` });
    this.contents.set(uri.path, content);
    this.changed.fire(uri);
    await vscode.window.showTextDocument(uri);
  }
}
