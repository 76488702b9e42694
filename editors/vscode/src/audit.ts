// Warnings where CLAUDE.md, AGENTS.md and the like mention what no longer exists.
import * as vscode from "vscode";
import type { Project, Projects } from "./project";

interface Finding {
  file: string;
  line: number;
  what: string;
  mention: string;
}

export const INSTRUCTIONS = /(?:^|[\\/])(?:CLAUDE|AGENTS|GEMINI|CONTRIBUTING|copilot-instructions)\.md$|[\\/]\.(?:cursor|windsurf)rules$/;

export class Audit implements vscode.Disposable {
  private warnings = vscode.languages.createDiagnosticCollection("sightline");

  constructor(
    private projects: Projects,
    private on: () => boolean,
  ) {}

  /** Checks the instructions files of every folder again. */
  async refresh(): Promise<void> {
    const checked = this.on() ? await Promise.all(this.projects.all().map(findings)) : [];
    this.warnings.clear();
    for (const byFile of checked) byFile.forEach(([uri, all]) => this.warnings.set(uri, all));
  }

  dispose(): void {
    this.warnings.dispose();
  }
}

async function findings(project: Project): Promise<[vscode.Uri, vscode.Diagnostic[]][]> {
  const all = await project.load().then(() => project.ask<Finding[]>(["audit"])).catch(() => []);
  const files = [...new Set(all.map((one) => one.file))];
  return await Promise.all(
    files.map(async (file): Promise<[vscode.Uri, vscode.Diagnostic[]]> => {
      const document = await vscode.workspace.openTextDocument(project.uri(file));
      return [document.uri, all.filter((one) => one.file === file).map((one) => diagnostic(document, one))];
    }),
  );
}

function diagnostic(document: vscode.TextDocument, finding: Finding): vscode.Diagnostic {
  const line = document.lineAt(Math.min(finding.line, document.lineCount) - 1);
  const at = line.text.indexOf(finding.mention);
  const range = at < 0 ? line.range : new vscode.Range(line.lineNumber, at, line.lineNumber, at + finding.mention.length);
  const warning = new vscode.Diagnostic(range, `${finding.what} not found: ${finding.mention}`, vscode.DiagnosticSeverity.Warning);
  warning.source = "Sightline";
  return warning;
}
