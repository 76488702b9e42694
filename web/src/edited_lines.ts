// How a text looks with lines taken out and put in.
import type { LineEdit } from "./values";

export interface EditedLine {
  line: string;
  change: "" | "gone" | "new";
}

/** The lines before and after: those that go and those that come are marked. */
export function editedLines(lines: string[], edits: LineEdit[]): EditedLine[] {
  const as = (change: EditedLine["change"]) => (line: string) => ({ line, change });
  const edited: EditedLine[] = [];
  let next = 0;
  for (const [first, last, instead] of edits) {
    edited.push(...lines.slice(next, first).map(as("")), ...lines.slice(first, last).map(as("gone")));
    edited.push(...instead.map(as("new")));
    next = last;
  }
  edited.push(...lines.slice(next).map(as("")));
  return edited;
}
