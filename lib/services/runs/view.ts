import { z } from "zod";
import { readRunPage } from "@/db/queries/runs/plan-layouts";
import { readEventsAfter } from "@/db/queries/runs/read-events";
import { layoutOfDrill } from "@/lib/core/drills/layout";
import { inAddress } from "@/lib/core/inputs/bounds";
import type { PlanLayout } from "@/lib/core/layout/plan-layout";
import type { RunState } from "@/lib/core/run/state";
import { REDUCER_VERSION, RUN_LOG_EVENTS } from "@/lib/core/stream";
import type { RunPageView } from "@/lib/core/views";
import type { ServiceContext } from "../context";
import { drillUsage, orDrill, resultOf, type ShownDrill } from "../drills/shown";
import { storedRun } from "../submit";
import { defineVerb } from "../verb";
import { runPurgesOf, runUsageOf } from "./calls/list";

/** A page waits no longer than this for what is not stored yet. */
const LAYOUT_WAIT_MS = 250;
const EDGES_WITHIN_TASKS = 150;

/** Throws `not_found`, and `unsupported` for a run of another version. */
export const viewRun = defineVerb({
  name: "runs/view",
  capability: "view",
  description:
    "What its page begins with, as of one event: `{state, log, usage, forks, purged, reducer, layout}`, the folded state, the last 500 events up to it (or `log` of them), what it has used, how many runs its family has beside it, when parts of it were removed, and where its tasks are on the canvas (null while that is not known)",
  see: ["operations.md#retention"],
  routes: [{ at: "GET /api/v1/runs/{id}/view", id: "runId" }],
  input: z.strictObject({
    runId: z.string().max(200),
    /** How many of its last events. */
    log: inAddress(z.int().min(0).max(RUN_LOG_EVENTS)).default(RUN_LOG_EVENTS),
  }),
  run: ({ ctx, input }): Promise<RunPageView> =>
    pageOfRun(ctx, input).catch(orDrill(ctx, input.runId, pageOfDrill)),
});

async function pageOfRun(
  ctx: ServiceContext,
  { runId, log: wanted }: { runId: string; log: number },
): Promise<RunPageView> {
  // Before the state: what the run uses in between is then among the events.
  const {
    use,
    forks,
    layout: kept,
  } = await readRunPage(ctx.db, { workspaceId: ctx.actor.workspaceId, runId });
  const state = structuredClone(await storedRun(ctx, runId));
  const afterSeq = Math.max(0, state.seq - wanted);
  const log = await readEventsAfter(ctx.db, { runId, afterSeq, limit: state.seq - afterSeq });
  const usage = runUsageOf(use);
  const layout = await layoutInTime(ctx, state, kept);
  return { state, log, usage, forks, purged: runPurgesOf(use), reducer: REDUCER_VERSION, layout };
}

/** The moment that a drill shows. */
function pageOfDrill(drill: ShownDrill): RunPageView {
  const { state, log } = drill;
  const usage = drillUsage(drill);
  const result = resultOf(drill);
  const purged = { liveTextAt: null, payloadsAt: null };
  return {
    state,
    log,
    usage,
    forks: 0,
    purged,
    reducer: REDUCER_VERSION,
    layout: layoutOfDrill(state),
    ...(result && { drill: result }),
  };
}

/** Of a large plan the nodes alone: the edges are as much again, and follow them. */
async function layoutInTime(
  ctx: ServiceContext,
  state: RunState,
  kept: PlanLayout | null,
): Promise<PlanLayout | null> {
  const isLarge = state.order.length > EDGES_WITHIN_TASKS;
  const making = ctx.layouts.make(state, isLarge ? "nodes" : "edges", kept);
  const stop = new AbortController();
  try {
    const layout = await Promise.race([making, ctx.clock.sleep(LAYOUT_WAIT_MS, stop.signal)]);
    return layout ? { ...layout, edges: isLarge ? null : layout.edges } : null;
  } catch (error) {
    ctx.log.warn({ err: error, runId: state.runId }, "cannot lay a plan out");
    return null;
  } finally {
    stop.abort();
  }
}
