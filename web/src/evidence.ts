// The parts of scores in words for people; tests/view/test_screens.py checks that none is left over.
import type { Part } from "./values";

/** What speaks for or against opening code; the names are those of `sightline why`. */
export const EVIDENCE: Record<string, string> = {
  score: "score of the search",
  behind: "gap to the best file",
  margin: "lead over the next file",
  confidence: "clear search result",
  path: "its path is named",
  defines: "defines what is named",
  history: "similar past commits",
  words: "words of the prompt",
  best: "a symbol has the words",
  symbol: "among the best symbols",
  name: "a symbol's name fits",
  length: "length of the prompt",
  spelled: "the prompt spells its name",
  prompts: "many prompts before it",
  later: "later prompt of a session",
  "change wanted": "the prompt asks for a change",
  "path named": "the prompt has its path",
  named: "the prompt names it",
  "others named": "other files are named",
  "long prompt names": "one name in a long prompt",
  "symbol named": "the prompt names a symbol",
  recent: "opened lately",
  test: "is a test",
  "test meant": "tests are asked for",
  "test named": "the test is named",
  near: "near files just opened",
  usual: "most files stay closed",
  use: "used or ignored before",
  "test asked for": "the prompt asks for a test",
  "document asked for": "the prompt asks for a document",
  "defines it": "defines what is asked for",
  "uses it": "uses what is asked for",
  "raises it": "raises the error",
};

/** The parts that weigh the most, with words; what holds for every file is not a reason. */
export function strongest(parts: Part[], most = 4): { label: string; value: number }[] {
  return [...parts]
    .filter(([name]) => name !== "usual" && name !== "length")
    .sort((a, b) => Math.abs(b[1]) - Math.abs(a[1]))
    .slice(0, most)
    .map(([name, value]) => ({ label: EVIDENCE[name] ?? name, value }));
}

const EVENTS: Record<string, string> = {
  UserPromptSubmit: "with a prompt",
  PostToolUse: "after a tool call",
  PreToolUse: "before a tool call",
  SessionStart: "at the start of a session",
  SubagentStart: "for a subagent",
  PreCompact: "before a compaction",
};

/** When something was told; assistants that name their events otherwise keep their names. */
export function eventWords(event: string): string {
  return EVENTS[event] ?? event;
}

const KINDS: Record<string, string> = { thread: "related topic", return: "topic", focus: "topics" };

/** What sort of item it is, in the words of this page. */
export function kindWords(kind: string): string {
  return KINDS[kind] ?? kind.replaceAll("_", " ");
}
