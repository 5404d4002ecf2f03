import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, type BrowserContext, chromium, expect, type Page } from "@playwright/test";
import { follow, GENERAL_PAGES, untilFault } from "@/e2e/pages";
import { addressOf, clusterVariable, startServer, type TestServer, withoutDatabase } from "@/e2e/server";
import { growHistory } from "../bench/history/grow";
import { resolveBrowser } from "../browser";
import { destroyDatabase, ensureDatabase, temporaryDataDir } from "../database";
import { projectRoot } from "../lib/paths";
import { apiOf } from "./api";
import { playComments, playDrills, playGates, playLayers, playLong, playReplays, playScenes } from "./scenes";
import { shrinkPng } from "./shrink";
import { playLibrary, playSettings } from "./workspace";

type Address = Pick<TestServer, "url" | "link">;
type OpenConsole = { name: string; context: BrowserContext };

const VIEWS = [
  { name: "wide", viewport: { width: 1440, height: 900 } },
  { name: "narrow", viewport: { width: 390, height: 844 } },
];
const THEMES = ["light", "dark"] as const;
/** Enough for every chart, and few enough to be there in two minutes. */
const HISTORY = { runs: 400, events: 40_000, longEvents: 400 };

/** Pictures of the documents: the shot that each one is. */
const PICTURES: Record<string, string> = {
  "gate-wide-light": "run",
  "new-plan-wide-dark": "new-mission",
  "comments-wide-light": "comments",
  "plan-editor-wide-light": "plan-editor",
  "replanned-past-wide-light": "time-travel",
  "drill-answered-wide-light": "drill",
};

/** What pictures of a page are called. */
const nameOf = (path: string): string => path.slice(1).replaceAll("/", "-") || "overview";

type Shot = { name: string; path: string; prepare?: (page: Page) => Promise<void> };

/** Whether the documents get theirs, and whether only faults are taken. */
type Wanted = { pictures: boolean; faults: boolean };

/** Starts a server of its own, plays the scenes and takes every page. Prints what does not fit its screen. */
export async function takeScreenshots({ pictures, faults }: Wanted): Promise<void> {
  const folder = join(projectRoot, "test-results/screenshots");
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await mkdir(join(projectRoot, "docs/pictures"), { recursive: true });
  const { executablePath, args, env } = await resolveBrowser();
  const running = process.env.WAYMARK_SCREENSHOTS_URL;
  const own: TestServer | undefined = running ? undefined : await startServer();
  const server = own ?? addressOf(running ?? "");
  const browser = await chromium.launch({ executablePath, args, env: definedOnly(env) });
  try {
    if (own && faults) return await takeFault(own, await openConsoles(browser), folder);
    const take = (shots: Shot[]) => takeAll(browser, server, folder, shots, pictures);
    await takeSignIn(browser, server, folder);
    await take(GENERAL_PAGES.map((path) => ({ name: `empty-${nameOf(path)}`, path })));
    const api = apiOf(server);
    const scenes = await playScenes(api);
    const gates = await playGates(api);
    const replays = await playReplays(api);
    const commented = await playComments(api);
    const drill = await playDrills(api);
    await playLibrary(api);
    await take([
      ...GENERAL_PAGES.map((path) => ({ name: nameOf(path), path })),
      ...Object.entries({ ...scenes, ...gates }).map(([name, id]) => ({ name, path: `/runs/${id}` })),
      { name: "comments", path: `/runs/${commented}?comments=open` },
      { name: "comments-pins", path: `/runs/${commented}` },
      { name: "comments-empty", path: `/runs/${scenes.gate}?comments=open` },
      { name: "plan-editor", path: `/runs/${scenes.gate}?edit=plan`, prepare: taskAdded },
      { name: "plan-editor-empty", path: `/runs/${scenes.gate}?edit=plan`, prepare: editorOpen },
      { name: "compare", path: `/compare?a=${scenes.repaired}&b=${scenes.replanned}` },
      { name: "runs-filtered", path: "/runs?owner=me&maxCostUsd=5&createdFrom=2020-01-01" },
      { name: "runs-filtered-empty", path: "/runs?q=nothing+has+this" },
      { name: "insights-demo", path: "/insights?runs=demo" },
      {
        name: "new-settings",
        path: "/runs/new",
        prepare: (page) => page.getByText("Run settings").click(),
      },
      {
        name: "repaired-task",
        path: `/runs/${scenes.repaired}?task=research_crewai`,
        prepare: inspectorOpen,
      },
      {
        name: "aborted-task",
        path: `/runs/${scenes.aborted}?task=review_infrastructure`,
        prepare: inspectorOpen,
      },
      { name: "early-task", path: `/runs/${scenes.early}?task=implement_fix`, prepare: inspectorOpen },
      {
        name: "replanned-task",
        path: `/runs/${scenes.replanned}?task=compute_prices`,
        prepare: inspectorOpen,
      },
      { name: "replanned-history", path: `/runs/${scenes.replanned}?tab=replans` },
      { name: "replanned-timeline", path: `/runs/${scenes.replanned}?tab=timeline` },
      { name: "replanned-compared", path: `/runs/${scenes.replanned}?from=1&to=2` },
      { name: "replanned-past", path: `/runs/${scenes.replanned}?at=40`, prepare: momentShown },
      { name: "replanned-log", path: `/runs/${scenes.replanned}?tab=log` },
      { name: "replanned-answer", path: `/runs/${scenes.replanned}?tab=answer` },
      { name: "replanned-cost", path: `/runs/${scenes.replanned}?tab=cost` },
      { name: "reflected-reflection", path: `/runs/${scenes.reflected}?tab=reflection` },
      { name: "library-tools-test", path: "/library/tools?test=calculator", prepare: callExplained },
      { name: "drill-answered", path: `/inbox?tab=decided&gate=${drill}`, prepare: drillTold },
      { name: "replays-new", path: "/replays/new", prepare: attemptsChosen },
      ...Object.entries(replays).map(([name, id]) => ({ name, path: `/replays/${id}` })),
      { name: "policy-editor", path: "/settings/policies", prepare: beginPolicy },
      { name: "new-plan", path: "/runs/new", prepare: pasteSample },
      { name: "not-found", path: "/runs/run_none" },
      { name: "plan-with-errors", path: "/runs/new", prepare: pasteBroken },
      { name: "help", path: "/", prepare: keysShown },
    ]);
    const long = await playLong(api);
    const layers = await Promise.all([30, 300].map((tasks) => playLayers(api, tasks)));
    // Last of all: a model that is set up takes the place of the simulated one.
    await playSettings(api);
    const settings = GENERAL_PAGES.filter((path) => path.startsWith("/settings/"));
    await take([
      ...settings.map((path) => ({ name: `full-${nameOf(path)}`, path })),
      { name: "thirty-tasks", path: `/runs/${layers[0]}` },
      { name: "thirty-tasks-one", path: `/runs/${layers[0]}?task=t12`, prepare: inspectorOpen },
      { name: "three-hundred-tasks", path: `/runs/${layers[1]}` },
      { name: "long", path: `/runs/${long}` },
      { name: "long-overview", path: "/" },
      { name: "long-runs", path: "/runs" },
      { name: "long-inbox", path: "/inbox" },
    ]);
    await takeHistory(browser, folder, pictures);
    await takeReport(browser, folder, await api.report(scenes.replanned ?? ""));
    if (own) await takeFault(own, await openConsoles(browser), folder);
  } finally {
    await browser.close();
    await own?.stop();
  }
  console.log(`Pictures are in ${folder}`);
}

function definedOnly(env: NodeJS.ProcessEnv): Record<string, string> {
  const pairs = Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return Object.fromEntries(pairs);
}

const drillTold = (page: Page): Promise<void> => expect(page.getByText("This was a drill")).toBeVisible();
/** Keys work once the page's scripts run. */
const keysShown = (page: Page): Promise<void> =>
  expect(async () => {
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible({ timeout: 1_000 });
  }).toPass();
const callExplained = (page: Page): Promise<void> => expect(page.locator("[data-decision]")).toBeVisible();
async function momentShown(page: Page): Promise<void> {
  await expect(page.locator("[data-moment]")).toBeVisible();
}

async function pasteSample(page: Page): Promise<void> {
  await page.getByText("Paste a plan (optional)").click();
  await page.getByRole("button", { name: "Insert an example" }).click();
  await page.getByText("This plan is ready to run").waitFor();
}

/** The editor keeps what is staged in its tab: it is taken back, so that the next picture begins without it. */
async function editorOpen(page: Page): Promise<void> {
  await page.getByText("Editing plan v").waitFor();
  const undo = page.getByRole("list", { name: "Staged changes" }).getByRole("button", { name: /^Discard/ });
  while ((await undo.count()) > 0) await undo.first().click();
}

async function taskAdded(page: Page): Promise<void> {
  await editorOpen(page);
  await page.getByRole("button", { name: "Add task" }).click();
  await page.getByLabel("Title", { exact: true }).waitFor();
  // Its place is worked out on the side; on a phone the form lies over the list.
  const row = page.locator('[role="treeitem"]').filter({ hasText: "New task" });
  await page.locator('[data-mark="added"]').or(row).first().waitFor({ state: "attached" });
}

/** On a phone the inspector comes as a sheet, whose code is fetched first. */
async function inspectorOpen(page: Page): Promise<void> {
  await page.getByRole("heading", { name: "Status", exact: true }).first().waitFor();
}

/** The attempts of a run, and a second variant with a text of its own. */
async function attemptsChosen(page: Page): Promise<void> {
  await page.getByLabel("Search runs").fill("fraud");
  await page.getByRole("list", { name: "Runs" }).getByRole("button", { name: /fraud/ }).first().click();
  await page.getByRole("group", { name: "Attempts of" }).first().getByRole("checkbox").first().check();
  await page.getByRole("button", { name: "Add variant" }).click();
  await page.getByLabel("Prompt, variant 2").selectOption({ label: "Other text" });
  await page.getByRole("button", { name: "Ask models" }).click();
}

/** A policy with a rule that is only begun, and what it would make of a call. */
async function beginPolicy(page: Page): Promise<void> {
  await page.getByRole("button", { name: "New policy" }).first().click();
  await page.getByRole("button", { name: "Add rule" }).click();
  await page.locator("[data-decision]").waitFor();
}

async function pasteBroken(page: Page): Promise<void> {
  await page.getByText("Paste a plan (optional)").click();
  const plan = {
    tasks: [
      { id: "a", input: "go", depends_on: ["b"], retrys: 3 },
      { id: "b", input: "go", depends_on: ["a", "c"] },
    ],
  };
  await page.getByLabel("Plan (JSON or text)").fill(JSON.stringify(plan, null, 2));
  await page.getByText("Tasks wait for each other").first().waitFor();
}

async function takeAll(browser: Browser, server: Address, folder: string, shots: Shot[], pictures: boolean) {
  for (const { name: view, context } of await openConsoles(browser)) {
    const page = await context.newPage();
    await page.goto(server.link);
    page.on(
      "console",
      (message) => message.type() === "error" && console.log(`  console: ${message.text()}`),
    );
    for (const shot of shots) {
      const name = `${shot.name}-${view}`;
      await page.goto(`${server.url}${shot.path}`);
      // Not by its role: a sheet that is open from the start hides the page from assistive technology.
      await page.locator("main").waitFor();
      await page.evaluate(() => document.fonts.ready);
      await shot.prepare?.(page);
      await waitUntilStable(page);
      const picture = pictures && PICTURES[name];
      // Only what has no plan yet stays without its figures, and no document shows that.
      if (picture)
        await expect(page.locator("main dd").filter({ hasText: /^…$/ })).toHaveCount(0, { timeout: 20_000 });
      const file = join(folder, `${name}.png`);
      await page.screenshot({ path: file });
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      console.log(tooWide > 0 ? `${name}: ${tooWide} pixels too wide` : name);
      if (picture) {
        const small = shrinkPng(await readFile(file));
        await writeFile(join(projectRoot, `docs/pictures/${picture}.png`), small);
      }
    }
    await context.close();
  }
}

/** A server whose database has a year of runs, most of them served by models with prices. */
async function startServerWithHistory(): Promise<TestServer> {
  const dataDir = await temporaryDataDir("e2e");
  const database = await ensureDatabase({ dataDir });
  try {
    await growHistory(database, HISTORY);
  } finally {
    await database.stop();
  }
  process.env[clusterVariable] = dataDir;
  try {
    return await startServer();
  } finally {
    delete process.env[clusterVariable];
    await destroyDatabase(dataDir);
  }
}

/** Takes what a workspace looks like after a year of runs. */
async function takeHistory(browser: Browser, folder: string, pictures: boolean): Promise<void> {
  const server = await startServerWithHistory();
  try {
    const paths = ["/", "/runs", "/inbox", "/history", "/costs", "/insights", "/lessons"];
    const shots = paths.map((path) => ({ name: `year-${nameOf(path)}`, path }));
    await takeAll(browser, server, folder, shots, pictures);
  } finally {
    await server.stop();
  }
}

/** One browser context for each width and theme. */
async function openConsoles(browser: Browser): Promise<{ name: string; context: BrowserContext }[]> {
  const kinds = VIEWS.flatMap(({ name, viewport }) =>
    THEMES.map((colorScheme) => ({ name: `${name}-${colorScheme}`, viewport, colorScheme })),
  );
  return Promise.all(
    kinds.map(async ({ name, viewport, colorScheme }) => ({
      name,
      context: await browser.newContext({ viewport, colorScheme, reducedMotion: "reduce" }),
    })),
  );
}

/** Waits until nothing was redrawn for a moment: graphs lay themselves out, and lists are asked for again. */
async function waitUntilStable(page: Page): Promise<void> {
  const loading = page.locator("main").getByText(/^Loading/);
  const parts = ["main", "aside", '[role="dialog"]'].map((part) => `${part} [data-skeleton]`);
  const standIns = loading.or(page.locator(parts.join(", ")).filter({ visible: true }));
  let before = "";
  for (let round = 0; round < 20; round += 1) {
    // What comes late, such as what a gate rests on, has its stand-in after a stillness that looks like the end.
    await expect(standIns).toHaveCount(0, { timeout: 20_000 });
    const now = (await page.locator("main").innerHTML()).replace(/\d+/g, "");
    if (now === before) return;
    before = now;
    await page.waitForTimeout(150);
  }
}

/** Takes what a browser sees that nobody has let in. */
async function takeSignIn(browser: Browser, server: Address, folder: string): Promise<void> {
  for (const { name, context } of await openConsoles(browser)) {
    const page = await context.newPage();
    await page.goto(server.url);
    await page.screenshot({ path: join(folder, `sign-in-${name}.png`) });
    console.log(`sign-in-${name}`);
    await context.close();
  }
}

/** Takes the file of a run that is sent to people without access, as a screen and as paper shows it. */
async function takeReport(browser: Browser, folder: string, html: string): Promise<void> {
  const file = join(folder, "report.html");
  await writeFile(file, html);
  for (const { name, context } of await openConsoles(browser)) {
    const page = await context.newPage();
    await page.goto(pathToFileURL(file).href);
    await page.screenshot({ path: join(folder, `report-${name}.png`), fullPage: true });
    await page.emulateMedia({ media: "print" });
    await page.screenshot({ path: join(folder, `report-print-${name}.png`) });
    console.log(`report-${name}`);
    await context.close();
  }
}

/**
 * Takes a run that is open, and every page that the navigation leads to, in each console while the server has lost its
 * database.
 */
async function takeFault(server: TestServer, consoles: OpenConsole[], folder: string): Promise<void> {
  const runId = await playLong(apiOf(server));
  const pages = await Promise.all(
    consoles.map(async ({ name, context }) => {
      const [page, run] = [await context.newPage(), await context.newPage()];
      await page.goto(server.link);
      await run.goto(`${server.url}/runs/${runId}`);
      await waitUntilStable(run);
      return { name, page, run };
    }),
  );
  await withoutDatabase(server, async () => {
    for (const { name, page, run } of pages) {
      await run.getByRole("tab", { name: "Cost" }).click();
      await expect(run.getByText("Could not load costs")).toBeVisible({ timeout: 20_000 });
      await run.screenshot({ path: join(folder, `fault-run-${name}.png`) });
      console.log(`fault-run-${name}`);
      for (const path of GENERAL_PAGES) {
        // What is open, and what asks the store for nothing until runs are named, has nothing to lose.
        if (path === "/" || path === "/compare" || !(await follow(page, path))) continue;
        await untilFault(page, path);
        await page.screenshot({ path: join(folder, `fault-${nameOf(path)}-${name}.png`) });
        console.log(`fault-${nameOf(path)}-${name}`);
      }
      await page.goto(`${server.url}/runs`);
      await page.screenshot({ path: join(folder, `fault-opened-${name}.png`) });
      console.log(`fault-opened-${name}`);
    }
  });
}
