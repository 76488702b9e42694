// Packages the extension with the wheel of Sightline inside: npm run package [-- --python PATH] [-- --out FILE]
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { parseArgs } from "node:util";

const text = { type: "string" };
const { values } = parseArgs({ options: { python: { ...text, default: "../../.venv/bin/python" }, out: { ...text, default: "sightline.vsix" } } });
const run = (program, ...words) => execFileSync(program, words, { stdio: "inherit" });

rmSync("bundled", { recursive: true, force: true });
mkdirSync("bundled");
run(values.python, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps", "--wheel-dir", "bundled", "../..");
run(process.execPath, "build.mjs");
run("npx", "--yes", "@vscode/vsce@3.7.0", "package", "--no-dependencies", "--out", values.out);
