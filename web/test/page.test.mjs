import assert from "node:assert/strict";
import { test } from "node:test";
import { dates, fromZero, short, stacked } from "../dist/axis.mjs";
import { byDay, byProject } from "../dist/days.mjs";
import { editedLines } from "../dist/edited_lines.mjs";
import { strongest } from "../dist/evidence.mjs";
import { layout } from "../dist/layout.mjs";
import { streams } from "../dist/streams.mjs";

test("the block without an item strikes its lines and marks new ones", () => {
  const lines = editedLines(["a", "b", "c", "d"], [[1, 3, ["x"]]]);
  assert.deepEqual(lines.map(({ line, change }) => `${line}${change && ` ${change}`}`), ["a", "b gone", "c gone", "x new", "d"]);
  assert.deepEqual(editedLines(["a"], []), [{ line: "a", change: "" }]);
});

const day = (number, project, values) => ({ day: number, project, injections: 0, tokens: 0, items: 0, sessions: 0, decided: 0, used: 0, saved: 0, hook_calls: 0, hook_p50: 0, hook_p95: 0, ...values });

test("every day of the last week has an entry, and projects are added up", () => {
  const value = { to_day: 100, days: [day(99, "a", { tokens: 5, hook_p95: 20 }), day(99, "b", { tokens: 7, hook_p95: 30 }), day(90, "b", { tokens: 1 })] };
  const all = byDay(value, "");
  assert.equal(all.length, 11);
  assert.deepEqual([all[9].tokens, all[9].hook_p95, all[8].tokens], [12, 30, 0]);
  assert.deepEqual(byDay(value, "a").map((one) => one.tokens), [0, 0, 0, 0, 0, 5, 0]);
});

test("projects are compared by all their days, the most told first", () => {
  const rows = byProject({ days: [day(1, "a", { tokens: 5 }), day(2, "b", { tokens: 3 }), day(3, "b", { tokens: 4, used: 1 })] });
  assert.deepEqual(rows.map((one) => [one.project, one.tokens, one.used]), [["b", 7, 1], ["a", 5, 0]]);
});

test("a day after the last one does not break the chart", () => {
  assert.equal(byDay({ to_day: 100, days: [day(101, "a", { tokens: 5 })] }, "").length, 7);
});

const BOX = { width: 1200, height: 560 };
const node = (id, distance, isTest) => ({ id, distance, test: isTest });

test("tests stand below the code, and what is further away further right", () => {
  const { places, headings, dense } = layout([node(1, 0, false), node(2, 1, false), node(3, 1, true), node(4, 2, false)], BOX);
  assert.equal(dense, false);
  assert(places.get(2).x > places.get(1).x && places.get(4).x > places.get(2).x);
  assert.equal(places.get(3).x, places.get(2).x);
  assert(places.get(3).y > places.get(2).y);
  assert.deepEqual(headings.map((one) => one.text), ["directly", "1 test", "in 2 steps"]);
});

test("no two of 250 symbols share a place", () => {
  const nodes = Array.from({ length: 250 }, (_, id) => node(id, id ? 1 + (id % 3) : 0, id % 2 === 0));
  const { places, dense } = layout(nodes, BOX);
  assert.equal(dense, true);
  assert.equal(new Set([...places.values()].map(({ x, y }) => `${x} ${y}`)).size, 250);
});

test("a wide box gets wider columns than a high one", () => {
  const nodes = Array.from({ length: 41 }, (_, id) => node(id, id ? 1 : 0, false));
  const width = (box) => Math.max(...[...layout(nodes, box).places.values()].map(({ x }) => x));
  assert(width({ width: 1400, height: 300 }) > width({ width: 300, height: 1400 }));
});

test("each topic has a lane, the last used at the top, and the rest share one", () => {
  const topics = Array.from({ length: 20 }, (_, at) => ({ id: `t${at}`, title: `Topic ${at}` }));
  const prompts = Array.from({ length: 40 }, (_, at) => ({ number: at, topic: `t${at % 20}`, at: 1000 * Math.floor(at / 2), text: "", session: "s", change: at > 0 }));
  const drawn = streams({ topics, prompts }, 40, 30);
  assert.equal(drawn.lanes.length, 15);
  assert.equal(drawn.lanes[0], "6 other topics");
  assert.equal(drawn.lanes[14], "Topic 13");
  assert(drawn.times.every((time, at) => at === 0 || time > drawn.times[at - 1]), "no two share a place");
  assert.equal(drawn.changes, 39);
  assert.deepEqual(streams({ topics, prompts }, 2, 5).lanes, ["Topi…", "Topi…"]);
});

test("a line of a topic ends where the work leaves it", () => {
  const prompts = ["a", "a", "b", "a"].map((topic, at) => ({ number: at, topic, at: at * 1000, text: "", session: "s", change: at > 1 }));
  const { lines, lanes } = streams({ topics: [{ id: "a", title: "A" }, { id: "b", title: "B" }], prompts }, 10, 30);
  const lane = lanes.indexOf("A") + 1;
  assert.deepEqual(lines.find((line) => line.label === "A").values, [lane, lane, null, lane]);
});

test("layers stand on each other", () => {
  assert.deepEqual(stacked([[1, 2], [3, null], [0, 5]]), [[1, 2], [4, 2], [4, 7]]);
});

test("the strongest reasons are named in words, and what holds for every file is none", () => {
  const reasons = strongest([["usual", -3], ["words", 0.6], ["test", -1.8], ["best", 0.4], ["near", 0.1], ["new part", 0.5]]);
  assert.deepEqual(reasons.map((one) => one.label), ["is a test", "words of the prompt", "new part", "a symbol has the words"]);
});

test("an axis of amounts begins at zero, also when nothing is near it", () => {
  assert.equal(fromZero(62)[0], 0);
  assert(fromZero(62)[1] > 62);
  assert.deepEqual(fromZero(0), [0, 1]);
  assert.deepEqual([short(0), short(150_000), short(2_000_000)], ["0", "150 k", "2 M"]);
});

test("marks of hours name their day once, in a second line", () => {
  const noon = new Date(2026, 10, 17, 12).getTime() / 1000;
  assert.deepEqual(dates([noon, noon + 10_800], 10_800), ["12:00\nNov 17", "15:00"]);
  assert.deepEqual(dates([noon, noon + 86_400], 86_400), ["Nov 17", "Nov 18"]);
});
