import type { TestServer } from "@/e2e/server";
import { type Measured, rounded } from "../results";
import { createRun, type Visit } from "./browser";
import { takeLongest, watchMainThread } from "./main-thread";
import { freePlan } from "./plans";

const STEPS = 30;
const POLL_MS = 500;

/** What a step to the next event costs the page of a run of 1 000 tasks, in the middle of it. */
export async function travelRows(server: TestServer, visit: Visit): Promise<Measured[]> {
  const runId = await createRun(server, { mission: "Measure steps", plan: freePlan(1_000) });
  const last = await lastSeq(server, runId);
  const from = Math.floor(last / 2);
  const longest = await visit(async (page) => {
    await page.goto(`${server.url}/runs/${runId}?at=${from}`);
    await page.locator(".graph-edge-lines").first().waitFor({ state: "attached" });
    await page.locator(`[data-moment="${from}"]`).waitFor();
    await watchMainThread(page);
    const steps: number[] = [];
    for (let step = 1; step <= STEPS; step += 1) {
      await takeLongest(page);
      await page.keyboard.press("]");
      await page.locator(`[data-moment="${from + step}"]`).waitFor();
      steps.push(await takeLongest(page));
    }
    return steps.sort((a, b) => a - b);
  });
  const at = (share: number) => rounded(longest[Math.ceil(share * STEPS) - 1] ?? Number.NaN);
  return [
    {
      row: "ms of the longest main-thread task of a step through the events of 1 000 tasks, p95",
      value: at(0.95),
      target: 50,
      figures: { median: at(0.5), steps: STEPS, events: last },
    },
  ];
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
