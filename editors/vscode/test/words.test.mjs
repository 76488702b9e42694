import assert from "node:assert/strict";
import { test } from "node:test";
import { ago, environmentOf, hintText, statusText } from "../dist/test/words.mjs";

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
  const hint = { symbol: "a.py::a.f", callers: 12, possible: 3, complete: false, memories: { decision: 1, bug_fix: 2 }, changed: 0, change: "" };
  assert.equal(hintText(hint, 9 * day), "12 callers, 3 possible · 1 decision · 2 bug fixes · changed 9 days ago");
  assert.equal(hintText({ ...hint, callers: 1, possible: 0, memories: {}, changed: null }, day), "1 caller");
});

test("times are told in one unit", () => {
  const minute = 60_000;
  assert.equal(ago(0, 30_000), "just now");
  assert.equal(ago(0, minute), "1 minute ago");
  assert.equal(ago(0, 25 * 60 * minute), "1 day ago");
  assert.equal(ago(0, 800 * 24 * 60 * minute), "2 years ago");
  assert.equal(ago(10 * minute, 0), "just now");
});
