// What language servers said about files, in the form that `sightline overlay import` reads
// (docs/guides/precise-edges.md). Lines and columns count from zero, as language servers count them.

export interface At {
  file: string;
  line: number;
  column: number;
}

export interface Reference {
  line: number;
  column: number;
  /** Where the name is defined; null outside the project. */
  target: At | null;
}

export interface FileEntry {
  origin: string;
  file: string;
  /** SHA-256 of the content that the references are true for. */
  hash: string;
  references: Reference[];
}

/** Files whose references are kept; those learned about first go first. */
const MOST_FILES = 2_000;

/** References by file; an import replaces what was known about a file, so each is sent with all of them. */
export class KnownReferences {
  private files = new Map<string, FileEntry>();
  private unsent = new Set<string>();

  constructor(saved: FileEntry[] = []) {
    for (const entry of saved) this.files.set(entry.file, entry);
  }

  /** Adds a reference; what was said about another content of the file is forgotten. */
  add(from: At, hash: string, target: At | null, origin: string): void {
    let entry = this.files.get(from.file);
    if (!entry || entry.hash !== hash) {
      entry = { origin, file: from.file, hash, references: [] };
      this.files.delete(from.file);
      this.files.set(from.file, entry);
    }
    const same = entry.references.find((one) => one.line === from.line && one.column === from.column);
    if (same && isSame(same.target, target)) return;
    if (same) same.target = target;
    else entry.references.push({ line: from.line, column: from.column, target });
    this.unsent.add(from.file);
    for (const oldest of this.files.keys()) {
      if (this.files.size <= MOST_FILES) break;
      this.files.delete(oldest);
    }
  }

  /** The files with something new, each with all that is known about it. */
  take(): FileEntry[] {
    const entries = [...this.unsent].map((file) => this.files.get(file)).filter((entry) => entry !== undefined);
    this.unsent.clear();
    return entries;
  }

  /** Everything is sent again: the index was built anew and has forgotten it. */
  sendAgain(): void {
    this.unsent = new Set(this.files.keys());
  }

  /** Everything, to be kept for the next session. */
  all(): FileEntry[] {
    return [...this.files.values()];
  }
}

export function isSame(one: At | null | undefined, other: At | null | undefined): boolean {
  return one?.file === other?.file && one?.line === other?.line && one?.column === other?.column;
}
