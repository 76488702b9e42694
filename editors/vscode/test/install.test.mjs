import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, test } from "node:test";
import { bundledWheel, environmentOf, install } from "../dist/test/install.mjs";

const PATH = process.env.PATH;
afterEach(() => {
  process.env.PATH = PATH;
});

/** A folder with programs that write down how they are called; a Python makes the environment's Python a copy of itself. */
function programs(scripts) {
  const folder = mkdtempSync(join(tmpdir(), "sightline-install-"));
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(join(folder, name), `#!/bin/sh\necho "${name} $*" >> ${folder}/calls\n${script}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  process.env.PATH = ["/bin", "/usr/bin"].join(delimiter);
  process.env.PATH = `${folder}${delimiter}${process.env.PATH}`;
  return { folder, calls: () => readFileSync(join(folder, "calls"), "utf8").trim().split("\n") };
}

const MAKES_ENVIRONMENT = 'if [ "$2" = venv ]; then mkdir -p "$3/bin"; cp "$0" "$3/bin/python"; fi';

test("the wheel is the one inside the extension", () => {
  const extension = mkdtempSync(join(tmpdir(), "sightline-extension-"));
  assert.equal(bundledWheel(extension), undefined);
  mkdirSync(join(extension, "bundled"));
  writeFileSync(join(extension, "bundled", "sightline-1.2.0-py3-none-any.whl"), "");
  const wheel = bundledWheel(extension);
  assert.equal(environmentOf("/storage", wheel), "/storage/sightline-1.2.0-py3-none-any");
});

test("the first Python makes an environment with the wheel", async () => {
  const { folder, calls } = programs({ python3: MAKES_ENVIRONMENT });
  await install("/x/sightline-1.whl", join(folder, "storage"), false);
  const [isNewEnough, makes, installs] = calls();
  assert.match(isNewEnough, /version_info/);
  assert.match(makes, /-m venv .*storage\/sightline-1$/);
  assert.match(installs, /-m pip install .*\/x\/sightline-1.whl$/);
});

test("an installation that fails leaves nothing behind", async () => {
  const fails = `${MAKES_ENVIRONMENT}\nif [ "$2" = pip ]; then echo "error: no network" >&2; exit 1; fi`;
  const { folder } = programs({ python3: fails });
  await assert.rejects(install("/x/sightline-1.whl", join(folder, "storage"), false), /no network/);
  assert(!existsSync(join(folder, "storage", "sightline-1")));
});

test("without a new Python, uv brings one", async () => {
  const none = "exit 1";
  const old = Object.fromEntries(["python3", "python3.13", "python3.12", "python3.11", "python", "py"].map((name) => [name, none]));
  const { folder, calls } = programs({ ...old, uv: "exit 0" });
  await install("/x/sightline-1.whl", join(folder, "storage"), false);
  assert.deepEqual(calls().slice(-2).map((call) => call.split(" ").slice(0, 3).join(" ")), ["uv venv --quiet", "uv pip install"]);
});

test("packaging without a Python says so and leaves what was built", () => {
  const extension = new URL("..", import.meta.url).pathname;
  const { status, stderr } = spawnSync(process.execPath, ["package.mjs", "--python", "/no/such/python"], { cwd: extension, encoding: "utf8" });
  assert.equal(status, 1);
  assert.match(stderr, /^error: no Python 3\.11 or later with pip at \/no\/such\/python\n.*--python PATH\n$/);
});
