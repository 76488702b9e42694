// The tree of memories, grouped by kind, each with a way to its code.
import * as vscode from "vscode";
import type { Memory } from "./words";

export class MemoryTree implements vscode.TreeDataProvider<string | Memory> {
  private memories: Memory[] = [];
  private changed = new vscode.EventEmitter<void>();
  onDidChangeTreeData = this.changed.event;

  constructor(private load: () => Promise<Memory[]>) {}

  async refresh(): Promise<void> {
    this.memories = await this.load();
    this.changed.fire();
  }

  getChildren(parent?: string | Memory): (string | Memory)[] {
    if (parent === undefined) return [...new Set(this.memories.map((memory) => memory.category))].sort();
    return this.memories.filter((memory) => memory.category === parent);
  }

  getTreeItem(element: string | Memory): vscode.TreeItem {
    if (typeof element === "string") {
      const count = this.memories.filter((memory) => memory.category === element).length;
      const group = new vscode.TreeItem(element, vscode.TreeItemCollapsibleState.Expanded);
      group.description = String(count);
      return group;
    }
    const item = new vscode.TreeItem(element.title || element.content.split("\n")[0]!);
    item.description = element.state;
    item.tooltip = `${element.id}\n${element.content}`;
    if (element.symbols.length) {
      item.command = { command: "sightline.openMemory", title: "Open the code", arguments: [element] };
    }
    return item;
  }
}
