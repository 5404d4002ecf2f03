import { changesOutside } from "@/lib/core/policy";
import type { EndedToolResult, ToolResult } from "@/lib/core/ports";
import type { Branch } from "@/lib/core/trajectory";
import { reserveToolCalls } from "../reserve";
import type { EffectContext, Report } from "./effect";
import type { CallPlan } from "./tool-plan";
import { branchOf, finishedReport, type StartedCall, startedReport } from "./tool-rows";

/** Most calls of one parallel set that run at the same moment. */
const MAX_PARALLEL = 10;

/**
 * Runs the calls of a step side by side, each recorded before it starts and when it ends. The reports of the last
 * one to end are returned uncommitted, for the commit that closes the step. Writing tools run to their end even when
 * the attempt is given up: then their outcome is known. It is `unknown` of one that does not answer within its time.
 */
export async function runCalls(
  context: EffectContext,
  plan: CallPlan,
): Promise<{ branches: Branch[]; last: Report[]; unknown: StartedCall[] }> {
  const reservationId = await reserveToolCalls(context, plan.run.length);
  const starts = plan.run.map((started) => startedReport(context, started, reservationId));
  if (starts.length > 0) await context.commit([...starts, ...plan.reports]);
  const branches = [...plan.settled];
  let left = plan.run.length;
  let last = starts.length > 0 ? [] : plan.reports;
  const unknown: StartedCall[] = [];
  await inParallel(plan.run, async (started) => {
    const { branch, report } = (await runOne(context, started)) ?? {};
    left -= 1;
    if (!branch || !report) return void unknown.push(started);
    branches.push(branch);
    if (left > 0) await context.commit([report]);
    else last = [report];
  });
  return { branches, last, unknown };
}

/** How a call ended; undefined when it changes something outside and gave no answer: it may yet have its effect. */
async function runOne(context: EffectContext, started: StartedCall) {
  const { call, row } = started;
  const startedMs = performance.now();
  const signal = changesOutside(row) ? new AbortController().signal : context.signal;
  const { idempotencyKey } = row;
  const { runId } = context;
  const { workspaceId } = context.state();
  const given = { signal, idempotencyKey, runId, workspaceId, emitChunk: () => {} };
  const result = endedOf(await context.tools.run(call.tool, call.args, given));
  const mayRepeat = !changesOutside(row) || context.tools.find(call.tool)?.idempotent;
  if (!result.ok && result.code === "timeout" && !mayRepeat) return;
  const report = finishedReport(context, started, result, performance.now() - startedMs);
  return { branch: branchOf(call, result), report };
}

const endedOf = (result: ToolResult): EndedToolResult =>
  !result.ok && result.code === "paused"
    ? { ok: false, code: "failed", message: result.pause.payload.question }
    : result;

async function inParallel<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const lanes = Array.from({ length: Math.min(MAX_PARALLEL, items.length) }, async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  });
  await Promise.all(lanes);
}
