import assert from "node:assert/strict";
import { test } from "node:test";
import { ProgramError, candidates, firstLine, run } from "../dist/test/program.mjs";

const places = { setting: "", bundled: "/storage/sightline-1", environment: { PATH: "/usr/bin:/bin" }, home: "/home/jo", windows: false };

test("the setting is the only place that counts", () => {
  assert.deepEqual(candidates({ ...places, setting: "~/venv/bin/sightline" }), ["/home/jo/venv/bin/sightline"]);
});

test("without a setting: bundled, PATH, then uv and pipx", () => {
  const found = candidates(places);
  assert.deepEqual(found.slice(0, 3), ["/storage/sightline-1/bin/sightline", "/usr/bin/sightline", "/bin/sightline"]);
  assert(found.includes("/home/jo/.local/bin/sightline"));
  assert(found.includes("/home/jo/.local/share/uv/tools/sightline/bin/sightline"));
  assert(found.includes("/home/jo/.local/share/pipx/venvs/sightline/bin/sightline"));
});

test("folders that uv and pipx were told to use are looked at", () => {
  const environment = { PATH: "", UV_TOOL_BIN_DIR: "/tools", PIPX_BIN_DIR: "/pipx" };
  const found = candidates({ ...places, bundled: "", environment });
  assert.deepEqual(found.slice(0, 2), ["/tools/sightline", "/pipx/sightline"]);
});

test("a command gets its input, and its failure is shown as the program words it", async () => {
  const echo = "process.stdin.pipe(process.stdout)";
  assert.equal(await run(process.execPath, ["-e", echo], { folder: "/", input: "hello" }), "hello");
  const fail = "console.error('error: no index\\n  try: sightline index'); process.exit(1)";
  await assert.rejects(run(process.execPath, ["-e", fail], { folder: "/" }), (error) => error instanceof ProgramError && error.message === "no index");
  assert.equal(firstLine(""), "");
});
