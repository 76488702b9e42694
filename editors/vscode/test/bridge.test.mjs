import assert from "node:assert/strict";
import { test } from "node:test";
import { KnownReferences } from "../dist/test/known.mjs";
import { PacedQueue } from "../dist/test/queue.mjs";

const target = { file: "b.ts", line: 4, column: 2 };
const at = (line) => ({ file: "a.ts", line, column: 0 });
const ORIGIN = "vscode-typescript 1.101";

test("a file is sent with all that is known about it, once", () => {
  const known = new KnownReferences();
  known.add(at(1), "h1", target, ORIGIN);
  assert.equal(known.take()[0].references.length, 1);
  known.add(at(2), "h1", null, ORIGIN);
  const references = [
    { line: 1, column: 0, target },
    { line: 2, column: 0, target: null },
  ];
  assert.deepEqual(known.take(), [{ origin: ORIGIN, file: "a.ts", hash: "h1", references }]);
  known.add(at(2), "h1", null, ORIGIN);
  assert.deepEqual(known.take(), []);
});

test("a place that means something else now is sent again", () => {
  const known = new KnownReferences();
  known.add(at(1), "h1", target, ORIGIN);
  known.take();
  known.add(at(1), "h1", { ...target, line: 7 }, ORIGIN);
  assert.deepEqual(known.take()[0].references, [{ line: 1, column: 0, target: { ...target, line: 7 } }]);
});

test("what was said about another content of a file is forgotten", () => {
  const known = new KnownReferences();
  known.add(at(1), "h1", target, ORIGIN);
  known.add(at(9), "h2", target, ORIGIN);
  const [entry] = known.take();
  assert.equal(entry.hash, "h2");
  assert.deepEqual(entry.references.map((one) => one.line), [9]);
});

test("a later session goes on from what was known, and sends all of it after a rebuild", () => {
  const before = new KnownReferences();
  before.add(at(1), "h1", target, ORIGIN);
  const known = new KnownReferences(JSON.parse(JSON.stringify(before.all())));
  assert.deepEqual(known.take(), []);
  known.sendAgain();
  assert.equal(known.take().length, 1);
  known.add(at(2), "h1", target, ORIGIN);
  assert.equal(known.take()[0].references.length, 2);
});

test("one task runs at a time, with a pause, and a failure does not end the queue", async () => {
  const queue = new PacedQueue(5, 100);
  const ran = [];
  let running = 0;
  for (const name of ["a", "b", "c"]) {
    queue.add(name, async () => {
      assert.equal(++running, 1);
      await new Promise((resolve) => setTimeout(resolve, 2));
      running--;
      ran.push(name);
      if (name === "a") throw new Error("no answer");
    });
  }
  const started = Date.now();
  await queue.idle();
  assert.deepEqual(ran, ["a", "b", "c"]);
  assert(Date.now() - started >= 15);
});

test("each key waits once, and the oldest go when too many wait", async () => {
  const queue = new PacedQueue(0, 2);
  const ran = [];
  const task = (name) => async () => void ran.push(name);
  queue.add("first", async () => void (await new Promise((resolve) => setTimeout(resolve, 5))));
  queue.add("a", task("a"));
  queue.add("b", task("b"));
  queue.add("b", task("b again"));
  queue.add("c", task("c"));
  assert.equal(queue.length, 2);
  await queue.idle();
  assert.deepEqual(ran, ["b again", "c"]);
  queue.dispose();
  queue.add("late", task("late"));
  await queue.idle();
  assert.equal(ran.length, 2);
});
