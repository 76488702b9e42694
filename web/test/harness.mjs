// What every check in the browser needs: the program in a store of its own, the browser, and the count of checks.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";

export const { values } = parseArgs({
  options: {
    project: { type: "string" },
    shots: { type: "string", default: "shots" },
    home: { type: "string" },
    chromium: { type: "string", default: "/usr/bin/chromium" },
    python: { type: "string", default: "python3" },
    figures: { type: "string" },
  },
});
if (!values.project) throw new Error("--project is missing: a checkout, best of django");
// Commands run inside the project; a bare name is looked up on the PATH.
export const python = values.python.includes("/") ? resolve(values.python) : values.python;
export const project = resolve(values.project);
export const home = values.home ?? mkdtempSync(join(tmpdir(), "sightline-page-"));
export const environment = { ...process.env, HOME: home, SIGHTLINE_HOME: join(home, "data"), XDG_CONFIG_HOME: join(home, "config") };
export const seed = new URL("seed.py", import.meta.url).pathname;
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
export const SCREENS = ["injections", "memories", "topics", "impact", "index", "costs"];
const TITLES = { injections: "Injections", memories: "Memories", topics: "Topics", impact: "Blast radius", index: "Index", costs: "Cost and use" };
const failures = [];
export const figures = [];
let checks = 0;
mkdirSync(values.shots, { recursive: true });

export function check(what, is, detail = "") {
  console.log(`${is ? "ok  " : "FAIL"} ${what}${detail ? `: ${detail}` : ""}`);
  checks++;
  if (!is) failures.push(what);
}

export function run(...words) {
  const done = spawnSync(python, words, { cwd: project, env: environment, encoding: "utf8" });
  if (done.status) throw new Error(`${words.join(" ")}: ${done.stderr}`);
  return done.stdout;
}

export const sightline = (...words) => run("-m", "sightline", ...words);
export const json = (...words) => JSON.parse(sightline(...words, "--json"));

export async function serve() {
  const server = spawn(python, ["-m", "sightline", "view", "--serve", "--no-open"], { cwd: project, env: environment });
  const address = await new Promise((resolve, reject) => {
    let text = "";
    server.stdout.on("data", (part) => {
      text += part;
      if (text.includes("\n")) resolve(text.split("\n")[0]);
    });
    server.on("exit", () => reject(new Error("the server ended")));
  });
  return { server, address };
}

export async function open(browser, options = {}) {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })).newPage();
  page.setDefaultTimeout(90_000); // a loaded machine is slow, not wrong
  const seen = { errors: [], requests: [] };
  page.on("console", (message) => message.type() === "error" && seen.errors.push(message.text()));
  page.on("pageerror", (error) => seen.errors.push(String(error)));
  page.on("request", (request) => seen.requests.push(request.url()));
  return { page, seen };
}

export async function go(page, name) {
  await page.evaluate((hash) => { location.hash = hash; }, `#/${name}`);
  await page.getByRole("heading", { level: 1, name: TITLES[name.split("/")[0]] }).waitFor();
  await page.waitForFunction(() => !document.body.textContent.includes("Loading …"), null);
}

export async function accessible(page, name) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
  const serious = violations.filter((one) => ["serious", "critical"].includes(one.impact));
  const detail = serious.map((one) => `${one.id} ${one.nodes[0]?.target} (${one.nodes.length})`).join("; ");
  check(`${name}: axe-core finds no serious problem`, !serious.length, detail);
}

/** Waits until the command line says what the page did. */
export async function eventually(question) {
  for (let at = 0; at < 200; at++) {
    if (question()) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}

export async function launch() {
  return await chromium.launch({
    executablePath: values.chromium,
    args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
}

/** Writes the figures, says how it went, and ends. */
export function finish() {
  figures.unshift({ figure: "page in Chromium", checks, failed: failures.length });
  if (values.figures) writeFileSync(values.figures, JSON.stringify(figures));
  console.log(failures.length ? `${failures.length} checks failed` : "every check passed");
  process.exit(failures.length ? 1 : 0);
}
