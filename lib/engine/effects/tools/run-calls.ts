import type { Json } from "@/lib/core/json";
import { getOwn } from "@/lib/core/own";
import { changesOutside, evaluatePolicies } from "@/lib/core/policy";
import type { PassingFault, ToolResult } from "@/lib/core/ports";
import { isLetAct } from "@/lib/core/run/controls/release/approved";
import { expectedTask } from "@/lib/core/run/decide/late-results";
import { callKey, gatesOnCall } from "@/lib/core/run/gates/of-task";
import { cutText } from "@/lib/core/text";
import { isPassingFault } from "@/lib/core/tool-faults";
import type { ToolApproval } from "@/lib/core/tool-pause";
import type { Branch } from "@/lib/core/trajectory";
import { cancelReservation, reserveToolCalls } from "../../model/reservations";
import { retryWaitMs } from "../../model/retries";
import { toolAttachments } from "../attachments";
import type { EffectContext, Report } from "../effect";
import { taskIn } from "../work";
import type { CallOutputs } from "./call-output";
import {
  branchOf,
  finishedReport,
  notBegunReport,
  pausedReport,
  type StartedCall,
  startedReport,
} from "./call-reports";
import { equalElsewhere } from "./earlier-calls";
import { policiesOfCalls } from "./offered-tools";
import { type CallQuestion, questionOfPause } from "./questions";
import type { RuledCalls } from "./rule-on-calls";

/** What came of the calls of a step. */
type CallsResult = {
  branches: Branch[];
  /** Of the last call to end, uncommitted: for the commit that closes the step. */
  last: Report[];
  /** Calls that change something outside, and of which nobody knows whether they did; `error` of the row says what was said. */
  unknown: StartedCall[];
  /** Calls whose tools ask instead of answering. */
  paused: CallQuestion[];
  /** How many calls were refused their start: they are ruled again by what is known then. */
  refused: number;
};

/** How one call ended: with a result, with a question, or unknown, with what was `said` of it. */
type CallEnd = ({ report: Report } & ({ branch: Branch } | { asked: CallQuestion })) | { said: string };

/**
 * Runs the calls of a step side by side, each recorded before it starts and when it ends. Writing tools run to their
 * end even when the attempt is given up: then their outcome is known.
 */
export async function runCalls(
  context: EffectContext,
  plan: RuledCalls,
  { maxParallel, outputs }: { maxParallel: number; outputs: CallOutputs },
): Promise<CallsResult> {
  const hops = plan.run.filter(({ hadPaused }) => !hadPaused).length;
  const reservationId = await reserveToolCalls(context, hops);
  const starts = plan.run.map((started) =>
    startedReport(context, started, started.hadPaused ? undefined : reservationId),
  );
  const replies = starts.length > 0 ? await context.commit([...starts, ...plan.reports]) : [];
  const mayRun = plan.run.filter((_, n) => replies[n]?.ok);
  if (reservationId !== undefined && mayRun.length < plan.run.length)
    cancelReservation(context, reservationId);
  let left = mayRun.length;
  const result: CallsResult = {
    branches: [...plan.settled],
    last: starts.length > 0 ? [] : plan.reports,
    unknown: [],
    paused: [],
    refused: plan.run.length - mayRun.length,
  };
  await inParallel(mayRun, maxParallel, async (started) => {
    const end = await beginOne(context, started, outputs);
    left -= 1;
    if (!end) return void result.unknown.push(started);
    if ("said" in end)
      return void result.unknown.push({ ...started, row: { ...started.row, error: end.said } });
    if ("asked" in end) result.paused.push(end.asked);
    else result.branches.push(end.branch);
    if (left > 0) await context.commit([end.report]);
    else result.last = [end.report];
  });
  return result;
}

/**
 * Runs a call that may have waited for others of its step. Nothing is sent of one that acts where the run has gone on without it,
 * or is governed otherwise: it is ruled again then, as undefined says.
 */
async function beginOne(
  context: EffectContext,
  started: StartedCall,
  outputs: CallOutputs,
): Promise<CallEnd | undefined> {
  const end = await runOne(context, started, outputs);
  if (end !== "not_let") return end;
  await context.commit([notBegunReport(context, started)]);
  context.signal.throwIfAborted();
  return;
}

/** Asked of the store before its tool begins, and again right before it acts: making ready takes as long as a server takes. */
async function mayBegin(context: EffectContext, started: StartedCall): Promise<boolean> {
  if (!changesOutside(started.row)) return true;
  // Its own start is stored: of two runs of a family that begin an equal call at a time, one sees the other's.
  const [isHeld, elsewhere] = await Promise.all([context.catchUp(), equalElsewhere(context, started.call)]);
  return isHeld && elsewhere === started.elsewhere && isStillLetRun(context, started);
}

function isStillLetRun(context: EffectContext, { call, row, ruledAt }: StartedCall): boolean {
  const { key, taskId, attempt } = context;
  const state = context.state();
  const isExpected = expectedTask(state, { key, taskId, attempt }) !== undefined && !context.signal.aborted;
  if (!isExpected || state.paused || (state.rulesSince ?? 0) > ruledAt) return false;
  const tool = context.tools.find(call.tool);
  if (!tool) return false;
  const { decision } = evaluatePolicies(policiesOfCalls(context), tool, call.args);
  const leave = getOwn(taskIn(state, taskId).begunBy, callKey(row.step, call.callId));
  const isLetByPeople = leave !== undefined && !(leave.notBegun && leave.verb === "run");
  return decision === "allow" || (decision === "ask" && isLetByPeople);
}

/**
 * How a call ended; only with what was said where it changes something outside and nobody knows whether it did. `not_let` where
 * it had done nothing when what let it run was taken back.
 */
async function runOne(
  context: EffectContext,
  started: StartedCall,
  outputs: CallOutputs,
): Promise<CallEnd | "not_let"> {
  const { call, row, consent } = started;
  const { runId } = context;
  const { workspaceId } = context.state();
  const startedMs = context.clock.monotonicMs();
  const signal = changesOutside(row) ? new AbortController().signal : context.signal;
  const approval: ToolApproval | undefined = consent && {
    verb: consent.verb,
    value: call.args,
    by: consent.by,
  };
  const mayBeTwice = !changesOutside(row) || context.tools.find(call.tool)?.idempotent === true;
  const run = (failures: readonly string[]) => {
    const emitChunk = outputs.emitterOf(call.callId);
    failures.forEach((message, n) => {
      emitChunk("tries", n, `${message}\nIt is tried again.\n`);
    });
    return context.tools.run(call.tool, call.args, {
      signal,
      idempotencyKey: row.idempotencyKey,
      runId,
      workspaceId,
      emitChunk,
      readArtifact: (digest) => context.reads.artifact(runId, digest),
      attachments: toolAttachments(context),
      mayBegin: () =>
        mayBegin(context, started).catch((error: unknown) => {
          context.log.warn({ key: context.key, err: error }, "Whether a call may begin could not be asked");
          return false;
        }),
      isAllowed: (args) => !isOfPeople(context, started) && isAllowed(context, call.tool, args),
      ...(approval && { approval }),
    });
  };
  const result = await untilItEnds(context, started, mayBeTwice, run);
  if (result === "not_let") return result;
  if (!result.ok && result.code === "paused") {
    const asked = questionOfPause(started, result.pause);
    return { asked, report: pausedReport(context, started, asked) };
  }
  if (!result.ok && result.code === "timeout" && !mayBeTwice)
    return { said: cutText(result.message, MAX_SAID_CHARS) };
  const report = finishedReport(context, started, result, context.clock.monotonicMs() - startedMs);
  return { branch: branchOf(call, result), report };
}

/**
 * Makes a call again whose failure may pass, where it may be made twice: an agent knows no better, and a plan is not at fault
 * (docs/engine.md, "Failed calls").
 */
async function untilItEnds(
  context: EffectContext,
  started: StartedCall,
  mayBeTwice: boolean,
  run: (failures: readonly string[]) => Promise<ToolResult>,
): Promise<BegunResult | "not_let"> {
  const failures: string[] = [];
  let last: BegunResult | "not_let" = "not_let";
  for (;;) {
    const result = await underLease(context, started, () => run(failures));
    if (result === "not_let") return last;
    const passing = passingFault(result);
    if (!mayBeTwice || !passing) return result;
    failures.push(passing.why);
    const tries = failures.length;
    const seed = [context.runId, started.row.key, tries];
    const delayMs = retryWaitMs({ code: "unavailable", ...passing }, tries, seed);
    if (delayMs === undefined) return tries === 1 ? result : triedInVain(result, tries);
    await context.clock.sleep(delayMs, context.signal);
    if (context.signal.aborted) return result;
    last = result;
  }
}

function passingFault(result: BegunResult): PassingFault | undefined {
  if (result.ok) return result.passing;
  if (result.code === "paused" || !isPassingFault(result.message)) return undefined;
  const { message: why, retryAfterMs } = result;
  return { why, ...(retryAfterMs !== undefined && { retryAfterMs }) };
}

const triedInVain = (result: BegunResult, tries: number): BegunResult =>
  result.ok || result.code === "paused"
    ? result
    : { ...result, message: `${result.message} It was tried ${tries} times.` };

const MAX_SAID_CHARS = 500;

/** An act that people let go goes to the address that they were shown, and follows no redirect to another one. */
function isOfPeople(context: EffectContext, { row }: StartedCall): boolean {
  const { taskId, step, callId } = row;
  const state = context.state();
  const asked = gatesOnCall(state, taskIn(state, taskId), callKey(step, callId));
  return changesOutside(row) && (asked.length > 0 || isLetAct(state, taskId));
}

function isAllowed(context: EffectContext, name: string, args: Json): boolean {
  const tool = context.tools.find(name);
  return tool !== undefined && evaluatePolicies(policiesOfCalls(context), tool, args).decision === "allow";
}

/**
 * Runs a call that changes something outside only while the lease is certainly held: a worker that was stopped and woke up
 * may find the call in other hands (docs/engine.md, "Leases"). Throws `lease_lost` when it may not begin for that.
 */
async function underLease(
  context: EffectContext,
  started: StartedCall,
  run: () => Promise<ToolResult>,
): Promise<BegunResult | "not_let"> {
  try {
    while (true) {
      if (changesOutside(started.row)) await context.lease.confirm(context.signal);
      if (!(await mayBegin(context, started))) return "not_let";
      const result = await run();
      if (result.ok || result.code !== "not_begun") return result;
    }
  } catch (lost) {
    void context.commit([notBegunReport(context, started)]);
    throw lost;
  }
}

type BegunResult = Exclude<ToolResult, { code: "not_begun" }>;

async function inParallel<T>(
  items: T[],
  maxParallel: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = [...items];
  const workers = Array.from({ length: Math.min(maxParallel, items.length) }, async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  });
  await Promise.all(workers);
}
