import type { Page } from "@playwright/test";
import type { TestServer } from "@/e2e/server";
import { type Measured, median, rounded } from "../results";
import { createRun, type Visit } from "./browser";
import { takeLongest, watchMainThread } from "./main-thread";
import { gatedPlan } from "./plans";

const OPENINGS = 5;
/** Runs of each size that are opened before anything of them is stored. */
const CREATIONS = 3;
const PANS = 20;
const SIZES = [
  { tasks: 3, mostMs: 1_000 },
  { tasks: 300, mostMs: 1_000 },
  { tasks: 1_000, mostMs: 2_000 },
];
/** What is settled this long after the nodes are there has settled. */
const SETTLED_MS = 1_500;

type Opening = { visibleMs: number; edgesMs: number; movedPx: number };

/** How soon the graph of a run is there, how smoothly it pans, and what it costs the document. */
export async function canvasRows(server: TestServer, visit: Visit): Promise<Measured[]> {
  const rows: Measured[] = [];
  for (const { tasks, mostMs } of SIZES) {
    const firsts: number[] = [];
    let url = "";
    for (let n = 0; n < CREATIONS; n += 1) {
      const runId = await createRun(server, { mission: `Measure ${tasks}`, plan: gatedPlan(tasks) });
      url = `${server.url}/runs/${runId}`;
      const { visibleMs } = await visit((page) => open(page, url));
      firsts.push(visibleMs);
    }
    rows.push({
      row: `ms until the graph of ${tasks} tasks is visible to who opens it the moment it was created`,
      value: rounded(median(firsts)),
      target: mostMs,
      figures: { least: rounded(Math.min(...firsts)), most: rounded(Math.max(...firsts)) },
    });
    const openings: Opening[] = [];
    for (let n = 0; n < OPENINGS; n += 1) openings.push(await visit((page) => open(page, url)));
    const times = openings.map(({ visibleMs }) => visibleMs);
    rows.push({
      row: `ms until the graph of ${tasks} tasks is visible, in a browser that has nothing cached`,
      value: rounded(median(times)),
      target: mostMs,
      figures: {
        least: rounded(Math.min(...times)),
        most: rounded(Math.max(...times)),
        edgesMs: rounded(median(openings.map(({ edgesMs }) => edgesMs))),
        movedPx: Math.max(...openings.map(({ movedPx }) => movedPx)),
      },
    });
    if (tasks === 1_000) rows.push(...(await visit((page) => panRows(page, url))));
  }
  return rows;
}

/** Opens the page; `movedPx`: how far what is drawn moves after it is there. */
async function open(page: Page, url: string): Promise<Opening> {
  await page.goto(url, { waitUntil: "commit" });
  const visibleMs = await whenDrawn(page, "nodes");
  const before = await placeOf(page);
  const edgesMs = await whenDrawn(page, "edges");
  await page.waitForTimeout(SETTLED_MS);
  const after = await placeOf(page);
  const movedPx = Math.round(
    Math.hypot(after.x - before.x, after.y - before.y) + Math.abs(after.width - before.width),
  );
  return { visibleMs, edgesMs, movedPx };
}

/** Milliseconds since the navigation at which a frame with the nodes, or the edges, was painted. */
export function whenDrawn(page: Page, part: "nodes" | "edges"): Promise<number> {
  const selector = part === "nodes" ? ".react-flow__node [data-task], [data-far-tasks]" : ".graph-edge-lines";
  return page.evaluate(
    (wanted) =>
      new Promise<number>((done) => {
        const look = () => {
          if (!document.querySelector(wanted)) return void requestAnimationFrame(look);
          // The frame that has it is painted before the next task.
          requestAnimationFrame(() => setTimeout(() => done(performance.now())));
        };
        look();
      }),
    selector,
  );
}

/** Where the canvas has its origin, and how large it is. */
function placeOf(page: Page) {
  return page.evaluate(() => {
    const viewport = document.querySelector(".react-flow__viewport");
    const { a, e, f } = new DOMMatrix(viewport ? getComputedStyle(viewport).transform : "");
    return { x: e, y: f, width: 1_000 * a };
  });
}

async function panRows(page: Page, url: string): Promise<Measured[]> {
  await page.goto(url);
  await whenDrawn(page, "edges");
  // The page brings what waits for a person into view, where it can be read.
  await page.getByRole("button", { name: "Fit to screen" }).click();
  await page.waitForFunction(() => document.querySelector(".graph-is-far"));
  const elements = await page.evaluate(() => document.querySelectorAll(".react-flow *").length);
  await watchMainThread(page);
  const far = await pan(page);
  for (let click = 0; click < 14; click += 1) await page.getByRole("button", { name: "Zoom in" }).click();
  await page.waitForFunction(() => !document.querySelector(".graph-is-far"));
  await page.waitForSelector(".react-flow__node [data-task]");
  const near = await pan(page);
  return [
    { row: "elements of the graph of 1 000 tasks in the document at far zoom", value: elements, target: 300 },
    panRow("far", far),
    panRow("near", near),
  ];
}

function panRow(zoom: string, longest: readonly number[]): Measured {
  const sorted = longest.toSorted((a, b) => a - b);
  const at = (share: number) => rounded(sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN);
  const row = `ms of the longest main-thread task of a pan over 1 000 tasks at ${zoom} zoom, p95`;
  return { row, value: at(0.95), target: 50, figures: { median: at(0.5), pans: longest.length } };
}

/** Drags the canvas here and there; the longest task of each drag. */
async function pan(page: Page): Promise<number[]> {
  const box = await page.locator(".react-flow__pane").boundingBox();
  if (!box) throw new Error("There is no canvas.");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const longest: number[] = [];
  for (let n = 0; n < PANS; n += 1) {
    const way = n % 4 < 2 ? 1 : -1;
    await page.mouse.move(x - way * 150, y);
    await page.mouse.down();
    await takeLongest(page);
    await page.mouse.move(x + way * 150, y + way * 60, { steps: 15 });
    longest.push(await takeLongest(page));
    await page.mouse.up();
  }
  return longest;
}
