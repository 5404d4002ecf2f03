import type { TestServer } from "@/e2e/server";
import { type Measured, median, rounded } from "../results";
import { createRun, type Visit } from "./browser";
import { whenDrawn } from "./canvas";
import { freePlan, gatedPlan } from "./plans";
import { lastSeq } from "./travel";

const OPENINGS = 5;
/** The most that a plan may have; with a check some five events each. */
const MOST_TASKS = 2_000;

/** How heavy the page of a large run is, and how soon one with very many events is open in a browser. */
export async function largeRows(server: TestServer, visit: Visit): Promise<Measured[]> {
  return [...(await bytesRows(server, visit)), await eventsRow(server, visit)];
}

async function bytesRows(server: TestServer, visit: Visit): Promise<Measured[]> {
  const runId = await createRun(server, { mission: "Measure 2000", plan: gatedPlan(MOST_TASKS) });
  const url = `${server.url}/runs/${runId}`;
  const { html, state } = await visit(async (page) => {
    const followed = page.waitForResponse((response) => response.url().includes(`/runs/${runId}/view`));
    const document = await page.goto(url);
    const view = await followed;
    return {
      html: (await document?.body())?.length ?? Number.NaN,
      state: (await view.request().sizes()).responseBodySize,
    };
  });
  return [
    { row: "bytes of the HTML of a run of 2 000 tasks", value: html, target: 300_000 },
    { row: "bytes of the state that follows the HTML of 2 000 tasks", value: state, target: 1_048_576 },
  ];
}

async function eventsRow(server: TestServer, visit: Visit): Promise<Measured> {
  const { title, tasks } = freePlan(MOST_TASKS);
  const plan = { title, tasks: tasks.map((task) => ({ ...task, verification: "(some? data/result)" })) };
  const runId = await createRun(server, { mission: "Measure events", plan });
  const events = await lastSeq(server, runId);
  const times: number[] = [];
  for (let n = 0; n < OPENINGS; n += 1) {
    times.push(
      await visit(async (page) => {
        await page.goto(`${server.url}/runs/${runId}`, { waitUntil: "commit" });
        return whenDrawn(page, "nodes");
      }),
    );
  }
  return {
    row: "ms until the graph of a run of 10 000 events is visible, in a browser that has nothing cached",
    value: rounded(median(times)),
    target: 1_000,
    figures: {
      least: rounded(Math.min(...times)),
      most: rounded(Math.max(...times)),
      events,
      tasks: MOST_TASKS,
    },
  };
}
