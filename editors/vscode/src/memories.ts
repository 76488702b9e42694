// The tree of memories, grouped by kind, each with a way to its code.
import * as vscode from "vscode";
import type { Project } from "./project";
import type { Memory } from "./words";

const ICONS: Record<string, string> = {
  decision: "law", failure: "error", bug_fix: "bug", convention: "checklist", pattern: "symbol-structure",
  anti_pattern: "circle-slash", handoff: "arrow-swap", goal: "target", pin: "pinned",
};

export class MemoryTree implements vscode.TreeDataProvider<string | Memory> {
  private memories: Memory[] = [];
  private changed = new vscode.EventEmitter<void>();
  onDidChangeTreeData = this.changed.event;

  async refresh(project: Project | undefined): Promise<void> {
    const words = ["call", "list_memories", "include_stale=true", "max_results=500"];
    const memories = project ? await project.ask<Memory[]>(words) : [];
    if (JSON.stringify(memories) === JSON.stringify(this.memories)) return;
    this.memories = memories;
    this.changed.fire();
  }

  getChildren(parent?: string | Memory): (string | Memory)[] {
    if (parent === undefined) return [...new Set(this.memories.map((memory) => memory.category))].sort();
    return this.memories.filter((memory) => memory.category === parent);
  }

  getTreeItem(element: string | Memory): vscode.TreeItem {
    if (typeof element === "string") {
      const count = this.memories.filter((memory) => memory.category === element).length;
      const group = new vscode.TreeItem(element.replaceAll("_", " "), vscode.TreeItemCollapsibleState.Expanded);
      group.description = String(count);
      return group;
    }
    const item = new vscode.TreeItem(element.title || element.content.split("\n")[0]!);
    item.id = element.id;
    item.iconPath = new vscode.ThemeIcon(ICONS[element.category] ?? "note");
    item.description = element.state === "fresh" ? "" : element.state.replaceAll("_", " ");
    item.tooltip = [element.id, element.content, ...element.symbols].join("\n");
    if (element.symbols.length) {
      item.command = { command: "sightline.openMemory", title: "Open the code", arguments: [element] };
    }
    return item;
  }
}
