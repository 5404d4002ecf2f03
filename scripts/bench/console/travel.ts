import type { TestServer } from "@/e2e/server";
import { type Measured, rounded } from "../results";
import { createRun, type Visit } from "./browser";
import { takeLongest, watchMainThread } from "./main-thread";
import { freePlan } from "./plans";

const STEPS = 100;
const POLL_MS = 500;
/** Steps that follow each other faster are drawn together: each is to be a step by itself. */
const APART_MS = 250;

/** What a step to the next event costs the page of a run of 1 000 tasks, in the middle of it, and how soon it is drawn. */
export async function travelRows(server: TestServer, visit: Visit): Promise<Measured[]> {
  const runId = await createRun(server, { mission: "Measure steps", plan: freePlan(1_000) });
  const last = await lastSeq(server, runId);
  const from = Math.floor(last / 2);
  const { longest, drawn } = await visit(async (page) => {
    await page.goto(`${server.url}/runs/${runId}?at=${from}`);
    await page.locator(".graph-edge-lines").first().waitFor({ state: "attached" });
    await page.locator(`[data-moment="${from}"]`).waitFor();
    const step = async (to: number) => {
      await page.keyboard.press("]");
      await page.locator(`[data-moment="${to}"]`).waitFor();
    };
    await page.evaluate(watchSteps);
    for (let at = from + 1; at <= from + STEPS; at += 1) {
      await page.waitForTimeout(APART_MS);
      await step(at);
    }
    await page.waitForFunction((count) => window.stepsDrawn.length >= count, STEPS);
    const drawn = await page.evaluate(() => window.stepsDrawn);
    // Of others, as this watch keeps the page busy all the time.
    await watchMainThread(page);
    const longest: number[] = [];
    for (let at = from + STEPS + 1; at <= from + 2 * STEPS; at += 1) {
      await page.waitForTimeout(APART_MS);
      await takeLongest(page);
      await step(at);
      longest.push(await takeLongest(page));
    }
    return { longest, drawn };
  });
  const at = (share: number, times = longest) => {
    const sorted = times.toSorted((a, b) => a - b);
    return rounded(sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN);
  };
  return [
    {
      row: "ms from the key of a step to the canvas of that moment, at 1 000 tasks, p95",
      value: at(0.95, drawn),
      target: 50,
      figures: { median: at(0.5, drawn), most: at(1, drawn), steps: STEPS, events: last },
    },
    {
      row: "ms of the longest main-thread task of a step through the events of 1 000 tasks, p95",
      value: at(0.95),
      target: 50,
      figures: { median: at(0.5), steps: STEPS, events: last },
    },
  ];
}

declare global {
  interface Window {
    /** How long each step took from its key to the frame that shows its moment. */
    stepsDrawn: number[];
  }
}

/** Runs in the page: times each step from its key until the frame with its moment has been painted. */
function watchSteps(): void {
  window.stepsDrawn = [];
  let pressed: number | undefined;
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.key === "]") pressed = event.timeStamp;
    },
    { capture: true },
  );
  new MutationObserver(() => {
    const began = pressed;
    pressed = undefined;
    if (began === undefined) return;
    requestAnimationFrame(() => {
      // The first task after a frame runs when that has been painted.
      const painted = new MessageChannel();
      painted.port1.onmessage = () => window.stepsDrawn.push(performance.now() - began);
      painted.port2.postMessage(undefined);
    });
  }).observe(document.body, { attributeFilter: ["data-moment"], subtree: true });
}

/** The number of the last event, once the run is over. */
export async function lastSeq(server: TestServer, runId: string): Promise<number> {
  for (;;) {
    const response = await fetch(`${server.url}/api/v1/runs/${runId}`, { headers: server.authorization });
    const { status, seq } = (await response.json()) as { status: string; seq: number };
    if (["completed", "completed_early", "failed", "cancelled"].includes(status)) return seq;
    await new Promise((done) => setTimeout(done, POLL_MS));
  }
}
