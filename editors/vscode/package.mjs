// Packages the extension with the wheel of Sightline inside: npm run package [-- --python PATH] [-- --out FILE]
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { parseArgs } from "node:util";

const OWN = ["../../.venv/bin/python", "../../.venv/Scripts/python.exe"];
const { values } = parseArgs({ options: { python: { type: "string" }, out: { type: "string", default: "sightline.vsix" } } });

/** Whether a Python is new enough and has pip. */
function builds(python) {
  return spawnSync(python, ["-c", "import pip, sys; sys.exit(sys.version_info < (3, 11))"]).status === 0;
}

function run(program, ...words) {
  // On Windows npx is a script, which only a shell starts.
  const { status, error } = spawnSync(program, words, { stdio: "inherit", shell: program === "npx" && process.platform === "win32" });
  if (status === 0) return;
  console.error(`error: ${error?.message ?? `${program} ${words[0]} ended with ${status}`}`);
  process.exit(1);
}

const candidates = values.python ? [values.python] : [...OWN.filter(existsSync), "python3", "python"];
const python = candidates.find(builds);
if (!python) {
  console.error(`error: no Python 3.11 or later with pip at ${candidates.join(", ")}`);
  console.error("  run ./test once, which makes .venv, or choose one: npm run package -- --python PATH");
  process.exit(1);
}
// What an earlier build left there would be put into the wheel, even if its source is gone.
for (const folder of ["bundled", "../../build"]) rmSync(folder, { recursive: true, force: true });
mkdirSync("bundled");
run(python, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps", "--wheel-dir", "bundled", "../..");
run(process.execPath, "build.mjs");
run("npx", "--yes", "@vscode/vsce@3.7.0", "package", "--no-dependencies", "--out", values.out);
