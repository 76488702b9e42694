import assert from "node:assert/strict";
import { test } from "node:test";
import { ago, environmentOf, hintText, hoverText, statusText, statusTooltip } from "../dist/test/words.mjs";

const ready = { root: "/p", index: { state: "ready", symbols: 63232 }, memories: { kept: 3, to_review: 2 } };

test("the status bar shows counts, progress, pause and errors", () => {
  assert.equal(statusText(ready, "", ""), "$(eye) 63,232 symbols, 3 memories");
  assert.match(statusText({ ...ready, paused: true }, "", ""), /paused/);
  assert.match(statusText({ root: "/p", index: { state: "building", todo: 12 } }, "", ""), /indexing, 12 files to go/);
  assert.match(statusText({ root: "/p", index: { state: "building", todo: 1 } }, "rebuilding", ""), /rebuilding, 1 file to go/);
  assert.match(statusText({ root: "/p", index: null }, "", ""), /not indexed/);
  assert.match(statusText({ root: "/p", index: { error: "damaged" } }, "", ""), /index damaged/);
  assert.match(statusText(ready, "indexing", ""), /indexing$/);
  assert.match(statusText(ready, "", "no program"), /error/);
});

test("only settings a person set reach the program", () => {
  assert.deepEqual(environmentOf({ "injection.budget": 900, "index.exclude": ["a", "b"], "hook.x": undefined }), {
    SIGHTLINE_INJECTION_BUDGET: "900",
    SIGHTLINE_INDEX_EXCLUDE: "a,b",
  });
});

test("a hint counts callers, possible ones and memories, and says when the function changed", () => {
  const day = 86_400_000;
  const hint = { symbol: "a.py::a.f", callers: 12, possible: 3, complete: false, memories: { decision: 1, bug_fix: 2 }, notes: [], changed: 0, change: "" };
  assert.equal(hintText(hint, 9 * day), "12 callers, 3 possible · 1 decision · 2 bug fixes · changed 9 days ago");
  assert.equal(hintText({ ...hint, callers: 1, possible: 0, memories: {}, changed: null }, day), "1 caller");
});

test("a hover quotes the memories, and nothing in them is read as Markdown", () => {
  const notes = [{ kind: "bug_fix", text: "Use [x](command:evil) and *y*" }];
  const hint = { symbol: "a.py::a.f", callers: 1, possible: 0, memories: { bug_fix: 1 }, notes, changed: null, change: "Fix <b>" };
  const text = hoverText(hint, 0);
  assert.match(text, /^Sightline: 1 caller · 1 bug fix\n\n- \*\*bug fix\*\* Use \\\[x\\\]\\\(command:evil\\\) and \\\*y\\\*/);
  assert.match(text, /Last change: _Fix \\<b\\>_/);
  assert.match(text, /\[Blast radius\]\(command:sightline\.showSymbol\?%5B%22a\.py%3A%3Aa\.f%22%5D\)$/);
});

test("the tooltip says what was counted", () => {
  const state = { ...ready, index: { state: "ready", files: 3065, symbols: 63232 } };
  assert.equal(statusTooltip(state, ""), "Sightline\n3,065 files, 63,232 symbols indexed\n3 memories, 2 to review\nClick for its commands");
  assert.match(statusTooltip({ ...state, paused: true }, "api"), /^Sightline in api\n.*\nPaused: nothing/s);
});

test("times are told in one unit", () => {
  const minute = 60_000;
  assert.equal(ago(0, 30_000), "just now");
  assert.equal(ago(0, minute), "1 minute ago");
  assert.equal(ago(0, 25 * 60 * minute), "1 day ago");
  assert.equal(ago(0, 800 * 24 * 60 * minute), "2 years ago");
  assert.equal(ago(10 * minute, 0), "just now");
});
