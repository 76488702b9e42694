import assert from "node:assert/strict";
import { test } from "node:test";
import { dates, fromZero, short } from "../dist/axis.mjs";
import { byDay } from "../dist/days.mjs";
import { editedLines } from "../dist/edited_lines.mjs";
import { layout } from "../dist/layout.mjs";

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

const node = (id, distance, isTest) => ({ id, distance, test: isTest });

test("tests stand below the code, and what is further away further right", () => {
  const { places, dense } = layout([node(1, 0, false), node(2, 1, false), node(3, 1, true), node(4, 2, false)]);
  assert.equal(dense, false);
  assert(places.get(2).x > places.get(1).x && places.get(4).x > places.get(2).x);
  assert.equal(places.get(3).x, places.get(2).x);
  assert(places.get(3).y > places.get(2).y);
});

test("no two of 250 symbols share a place", () => {
  const nodes = Array.from({ length: 250 }, (_, id) => node(id, id ? 1 + (id % 3) : 0, id % 2 === 0));
  const { places, dense } = layout(nodes);
  assert.equal(dense, true);
  assert.equal(new Set([...places.values()].map(({ x, y }) => `${x} ${y}`)).size, 250);
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
