import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { Page } from "@playwright/test";
import type { TestServer } from "@/e2e/server";
import { scriptPreloads, spawnNode } from "../../lib/child";
import { type Measured, rounded } from "../results";
import { createRun, type Visit } from "./browser";
import { gatedPlan } from "./plans";

const WATCHERS = 500;
const EVENTS = 500;
const EVENTS_PER_SECOND = 50;
const CHANGES = 30;

/** How soon after its commit an event is with its watchers, and on a page. */
export async function streamRows(server: TestServer, visit: Visit): Promise<Measured[]> {
  return [await watchersRow(server), await pixelRow(server, visit)];
}

async function watchersRow(server: TestServer): Promise<Measured> {
  const runId = await createRun(server, { mission: "Watch", plan: gatedPlan(2) });
  const watchers = startWatchers(server, runId);
  await once(watchers, "message");
  const startedAt = performance.now();
  const events = await raiseLimit(server, runId);
  const seconds = (performance.now() - startedAt) / 1_000;
  await new Promise((done) => setTimeout(done, 1_000));
  watchers.send("end");
  const [delays] = (await once(watchers, "message")) as [number[]];
  return {
    row: `ms from the commit of an event to ${WATCHERS} watchers at ${EVENTS_PER_SECOND} events a second, p95`,
    value: at(delays, 0.95),
    target: 50,
    figures: {
      median: at(delays, 0.5),
      samples: delays.length,
      eventsPerSecond: rounded(events / seconds),
    },
  };
}

/** Those who read share no process with those who are measured, or with who sends the commands. */
function startWatchers({ url, authorization }: TestServer, runId: string): ChildProcess {
  const path = `/api/v1/runs/${runId}/events`;
  const script = [...scriptPreloads, "scripts/bench/console/watchers.ts"];
  const { port } = new URL(url);
  return spawnNode(
    [...script, port, path, authorization.authorization ?? "", String(WATCHERS)],
    {},
    "inherit",
  );
}

/**
 * One command each 20 ms, whether or not those before have been answered; gives how many events they led to. A limit only
 * rises: a command that another has overtaken is refused.
 */
async function raiseLimit(server: TestServer, runId: string): Promise<number> {
  const startedAt = performance.now();
  const sent: Promise<boolean>[] = [];
  for (let n = 0; n < EVENTS; n += 1) {
    const waitMs = startedAt + (n * 1_000) / EVENTS_PER_SECOND - performance.now();
    if (waitMs > 0) await new Promise((done) => setTimeout(done, waitMs));
    const raised = command(server, runId, {
      type: "raise_budget",
      counter: "maxTotalReplans",
      limit: 1_000 + n,
    });
    sent.push(
      raised.then(
        () => true,
        () => false,
      ),
    );
  }
  return (await Promise.all(sent)).filter(Boolean).length;
}

async function pixelRow(server: TestServer, visit: Visit): Promise<Measured> {
  const runId = await createRun(server, { mission: "Look", plan: gatedPlan(3) });
  const delays = await visit(async (page) => {
    await page.goto(`${server.url}/runs/${runId}`);
    await page.getByRole("button", { name: "Pause" }).waitFor();
    await page.locator(".react-flow__node").first().waitFor();
    const samples: number[] = [];
    for (let n = 0; n < CHANGES; n += 1) {
      const button = n % 2 === 0 ? "Resume" : "Pause";
      const painted = whenPainted(page, button);
      const seq = await command(server, runId, { type: n % 2 === 0 ? "pause" : "resume" });
      samples.push((await painted) - (await committedAt(server, runId, seq)));
    }
    return samples;
  });
  return {
    row: "ms from the commit of an event to the frame that shows it, p95",
    value: at(delays, 0.95),
    target: 150,
    figures: { median: at(delays, 0.5), samples: delays.length },
  };
}

/** When a frame with a button of this name was painted. */
function whenPainted(page: Page, name: string): Promise<number> {
  return page.evaluate(
    (wanted) =>
      new Promise<number>((done) => {
        const look = () => {
          const isThere = [...document.querySelectorAll("button")].some(
            (button) => button.textContent?.trim() === wanted,
          );
          if (!isThere) return void requestAnimationFrame(look);
          requestAnimationFrame(() => setTimeout(() => done(Date.now())));
        };
        look();
      }),
    name,
  );
}

/** Gives the number of the last event that it led to. */
async function command(server: TestServer, runId: string, order: object): Promise<number> {
  const response = await fetch(`${server.url}/api/v1/runs/${runId}/commands`, {
    method: "POST",
    headers: { ...server.authorization, "content-type": "application/json" },
    body: JSON.stringify(order),
  });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return ((await response.json()) as { seq: number }).seq;
}

async function committedAt(server: TestServer, runId: string, seq: number): Promise<number> {
  const path = `/api/v1/runs/${runId}/events?after=${seq - 1}`;
  const response = await fetch(`${server.url}${path}`, { headers: server.authorization });
  const { items } = (await response.json()) as { items: { seq: number; at: number }[] };
  return items.find((event) => event.seq === seq)?.at ?? Number.NaN;
}

function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return rounded(sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN);
}
