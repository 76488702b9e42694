import assert from "node:assert/strict";
import { test } from "node:test";
import { candidates, firstLine } from "../dist/test/program.mjs";
import { environmentOf, hint, memoryCount, statusText } from "../dist/test/words.mjs";

const places = { setting: "", bundled: "/ext/bin/sightline", path: "/usr/bin:/bin", home: "/home/jo", windows: false };

test("the setting is the only place that counts", () => {
  assert.deepEqual(candidates({ ...places, setting: "~/venv/bin/sightline" }), ["/home/jo/venv/bin/sightline"]);
});

test("without a setting: bundled, PATH, then uv and pipx", () => {
  const found = candidates(places);
  assert.deepEqual(found.slice(0, 3), ["/ext/bin/sightline", "/usr/bin/sightline", "/bin/sightline"]);
  assert(found.includes("/home/jo/.local/bin/sightline"));
});

test("the status bar shows counts, progress, pause and errors", () => {
  const ready = { index: { state: "ready", symbols: 63232 }, memories: { decision: 2, fact: 1 } };
  assert.equal(statusText(ready, "", ""), "$(eye) 63,232 symbols, 3 memories");
  assert.match(statusText({ ...ready, paused: true }, "", ""), /paused/);
  assert.match(statusText({ index: { state: "building", todo: 12 } }, "", ""), /12 files to go/);
  assert.match(statusText({}, "", ""), /not indexed/);
  assert.match(statusText(ready, "indexing", ""), /indexing/);
  assert.match(statusText(ready, "", "no program"), /error/);
});

test("only settings a person set reach the program", () => {
  assert.deepEqual(environmentOf({ "injection.budget": 900, "index.exclude": ["a", "b"], "hook.x": undefined }), {
    SIGHTLINE_INJECTION_BUDGET: "900",
    SIGHTLINE_INDEX_EXCLUDE: "a,b",
  });
});

test("a hint counts callers, possible ones and memories", () => {
  assert.equal(hint([{}, {}, { certainty: "possible" }], 1), "2 callers, 1 possible · 1 memory");
  assert.equal(memoryCount(undefined), 0);
});

test("errors are shown as the program words them", () => {
  assert.equal(firstLine("error: no index\n  try: sightline index\n"), "no index");
});
