import type { Page, Request } from "@playwright/test";
import type { RunPageView } from "../lib/core/views";
import { gatedPlan } from "../scripts/bench/console/plans";
import { measureBundles } from "../scripts/lib/bundles";
import { startGate, startRun, unique, untilWaiting } from "./api";
import { expect, test } from "./fixtures";

test.use({ fetchesAhead: true });

/**
 * Gzipped bytes of JavaScript until the graph of a run is visible; the worker that lays it out is not among them. What
 * is fetched ahead for other pages is, where it comes that soon.
 */
const UNTIL_GRAPH = 335_000;
/** The same with a gate, whose form comes on top, with what it releases, quotes and marks in texts. */
const UNTIL_GRAPH_AND_GATE = 494_000;
/** By how much a page may exceed what Next's manifests say that it loads at first. */
const TOLERANCE = 1.03;

const PAGES = [
  ...["/", "/runs", "/runs/new", "/inbox", "/history"],
  ...["/settings", "/settings/mcp", "/settings/models", "/settings/people", "/settings/policies"],
  "/settings/retention",
];

/** The scripts that the page asks for from now on. Those of workers are of another type. */
function recordScripts(page: Page): Request[] {
  const scripts: Request[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(request);
  });
  return scripts;
}

/** Their bytes as they were sent, without headers. */
async function sumOf(scripts: readonly Request[]): Promise<number> {
  const sizes = await Promise.all(scripts.map((script) => script.sizes()));
  return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
}

type Stack = { callFrames: { url: string }[]; parent?: Stack };

const scriptsOf = (stack: Stack | undefined): string[] =>
  stack ? [...stack.callFrames.map(({ url }) => url), ...scriptsOf(stack.parent)] : [];

/**
 * How many answers each request of the page from now on had to wait for, one after the other, by the scripts that asked
 * for it: those of the document are 1, what they ask for is 2.
 */
async function recordDepths(page: Page): Promise<ReadonlyMap<string, number>> {
  const depths = new Map<string, number>();
  const session = await page.context().newCDPSession(page);
  session.on("Network.requestWillBeSent", ({ request: { url }, initiator }) => {
    const askedBy = [initiator.url ?? "", ...scriptsOf(initiator.stack)];
    const depth = Math.max(...askedBy.map((by) => depths.get(by) ?? -1)) + 1;
    if (!depths.has(url)) depths.set(url, depth);
  });
  await session.send("Network.enable");
  await session.send("Debugger.enable");
  await session.send("Debugger.setAsyncCallStackDepth", { maxDepth: 32 });
  return depths;
}

/** Waits for what a page of a run asks for once it has settled; nothing of all that it asked for may be deeper than two. */
async function expectShallow(page: Page, depths: ReadonlyMap<string, number>): Promise<void> {
  const names = () => [...depths.keys()].map((url) => new URL(url).pathname.split("/").at(-1));
  // What waits for no other answer is no deeper for being begun late.
  await expect.poll(names).toContain("comments");
  await expect.poll(names).toContain("forecast");
  expect(depths.get(page.url())).toBe(0);
  expect([...depths.values()]).toContain(2);
  expect([...depths].filter(([, depth]) => depth > 2)).toEqual([]);
  expect(names().filter((name) => name === "events")).toEqual([]);
}

/** What the page at this path loads at first, what the manifests say, and what it may load. */
async function measure(page: Page, path: string, route = path) {
  const scripts = recordScripts(page);
  await page.goto(path);
  const loaded = await sumOf([...scripts]);
  const bundle = measureBundles().find((one) => one.page === route);
  if (!bundle) throw new Error(`No manifest is of ${route}.`);
  const { bytes: claimed, limit } = bundle;
  console.log(`${route}: ${loaded} bytes loaded, ${claimed} in the manifests`);
  return { loaded, claimed, limit, scripts };
}

for (const path of PAGES) {
  test(`${path} loads at first what its manifest says`, async ({ page }) => {
    const { loaded, claimed } = await measure(page, path);
    expect(loaded).toBeGreaterThan(claimed / TOLERANCE);
    expect(loaded).toBeLessThan(claimed * TOLERANCE);
  });
}

test("an ended run loads at first what its manifest says, little more until its graph is visible, and nothing in more than two steps", async ({
  page,
  request,
}) => {
  const runId = await startRun(request, {
    mission: unique("Plant a tree"),
    plan: { tasks: [{ id: "dig", input: "Dig" }] },
  });
  // What happens in the meantime is folded by a reducer that comes with the first news, and is not of the first load.
  await expect
    .poll(async () => (await (await request.get(`/api/v1/runs/${runId}`)).json()).status)
    .toBe("completed");
  const path = `/runs/${runId}`;
  const depths = await recordDepths(page);
  const { claimed, limit, scripts } = await measure(page, path, "/runs/[id]");
  // What a part of the page imports once it runs is not of its first load, however soon that is.
  const html = await (await request.get(path)).text();
  const loaded = await sumOf(scripts.filter((script) => html.includes(new URL(script.url()).pathname)));
  expect(loaded).toBeGreaterThan(claimed / TOLERANCE);
  expect(loaded).toBeLessThan(claimed * TOLERANCE);
  expect(loaded).toBeLessThanOrEqual(limit);
  await expect(page.locator(".react-flow__node").first()).toBeVisible();
  const untilGraph = await sumOf([...scripts]);
  console.log(`/runs/[id] until the graph is visible: ${untilGraph} bytes`);
  expect(untilGraph).toBeLessThan(UNTIL_GRAPH);
  await expectShallow(page, depths);
});

test("a run with an open gate stays below its limit with the form of its gate, and asks for nothing in more than two steps", async ({
  page,
  request,
}) => {
  const runId = await startGate(request, unique("Plant a tree"));
  await untilWaiting(request, runId);
  const depths = await recordDepths(page);
  const { loaded, scripts } = await measure(page, `/runs/${runId}`, "/runs/[id]");
  await expect(page.locator("aside [data-gate]").getByRole("button", { name: "Approve" })).toBeVisible();
  await expect(page.locator(".react-flow__node").first()).toBeVisible();
  const untilGraph = await sumOf([...scripts]);
  console.log(`/runs/[id] with a gate: ${loaded} bytes at first, ${untilGraph} until the graph is visible`);
  expect(untilGraph).toBeLessThan(UNTIL_GRAPH_AND_GATE);
  await expect(page.getByText("to finish").or(page.getByText("Forecast")).first()).toBeVisible();
  await expectShallow(page, depths);
});

const REVIEWED = [
  { id: "collect", input: "figures" },
  { id: "check", type: "planning_review", depends_on: ["collect"] },
  { id: "write", input: "{{results.collect}}", depends_on: ["check"] },
];

const OTHER_RUNS = {
  "with a held decision": {
    body: { plan: { tasks: REVIEWED }, settings: { reviewHoldMs: 120_000 } },
    shown: "[data-held]",
    isReady: ({ state }: RunPageView) => Object.keys(state.held).length > 0,
  },
  "of a thousand tasks": {
    body: { plan: gatedPlan(1_000) },
    shown: "aside [data-gate]",
    isReady: ({ state }: RunPageView) => Object.keys(state.openApprovals).length > 0,
  },
};

for (const [kind, { body, shown, isReady }] of Object.entries(OTHER_RUNS)) {
  test(`a run ${kind} asks for nothing in more than two steps`, async ({ page, request }) => {
    test.setTimeout(60_000);
    const runId = await startRun(request, { mission: unique("Plant a tree"), ...body });
    await expect
      .poll(async () => isReady(await (await request.get(`/api/v1/runs/${runId}/view`)).json()))
      .toBe(true);
    const depths = await recordDepths(page);
    await page.goto(`/runs/${runId}`);
    await expect(page.locator(shown).first()).toBeVisible();
    await expect(page.locator(".react-flow__node").first()).toBeVisible();
    await expectShallow(page, depths);
  });
}

test("timeline, slider, editor and palette come when they are used, and nothing is read for them before", async ({
  page,
  request,
}) => {
  const runId = await startGate(request, unique("Plant a tree"));
  await untilWaiting(request, runId);
  const scripts = recordScripts(page);
  const reads: string[] = [];
  page.on("request", (sent) => reads.push(new URL(sent.url()).pathname));
  await page.goto(`/runs/${runId}`);
  await expect(page.locator(".react-flow__node").first()).toBeVisible();
  await expect.poll(() => reads.filter((path) => path.endsWith("/forecast")).length).toBeGreaterThan(0);
  expect(reads.filter((path) => /\/(events|snapshot)$/.test(path))).toEqual([]);
  for (const [open, shown] of [
    [
      () => page.getByRole("button", { name: "Timeline", exact: true }).click(),
      page.locator("[data-timeline]"),
    ],
    [() => page.keyboard.press("ControlOrMeta+k"), page.getByRole("dialog").getByRole("combobox")],
    [
      () => page.getByRole("button", { name: "Edit plan" }).click(),
      page.getByRole("button", { name: "Add task" }),
    ],
  ] as const) {
    const before = scripts.length;
    await open();
    await expect(shown.first()).toBeVisible();
    expect(scripts.length).toBeGreaterThan(before);
    await page.keyboard.press("Escape");
  }
});
