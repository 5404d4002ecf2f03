import { formatReason } from "@/lib/core/describe/reason";
import { canonicalJson, type Json } from "@/lib/core/json";
import { getOwn } from "@/lib/core/own";
import {
  type BegunTool,
  type CallRuling,
  type CallVerdict,
  changesOutside,
  ruleCall,
} from "@/lib/core/policy";
import type { SideEffects, ToolFacts } from "@/lib/core/ports";
import type { CallAsk } from "@/lib/core/run/commands";
import { holdOn, holdOnRepeat, isLeaveStanding, wasReached } from "@/lib/core/run/controls/hold";
import { callDigest, isLeaveTold, isTold } from "@/lib/core/run/gates/equal-calls";
import { rejectedOf } from "@/lib/core/run/gates/items";
import { callKey, definitionAskedAbout, itemsOfCall } from "@/lib/core/run/gates/of-task";
import { refusalHeard, wordsOnCall } from "@/lib/core/run/people-words";
import type { RunState } from "@/lib/core/run/state";
import { toolMarksOf } from "@/lib/core/run/tool-policies";
import { type Branch, type Call, withEdited, withSaid } from "@/lib/core/trajectory";
import { modelMarksOf } from "../../model/model-marks";
import type { ToolCallRow } from "../../types";
import type { Attempt } from "../attempt/attempt";
import type { EffectContext, Report } from "../effect";
import { bodyOf, loadBodies, refsOfValues, taskIn } from "../work";
import { branchOf, deniedReport, finishedReport, type StartedCall, startedRow } from "./call-reports";
import { repetitionsIn } from "./earlier-calls";
import { policiesOfCalls } from "./offered-tools";
import { type CallQuestion, questionAbout, type RulingMoment } from "./questions";

/** What becomes of the calls of a step: those that run, those settled without running, and those that ask a person. */
export type RuledCalls = {
  run: StartedCall[];
  settled: Branch[];
  reports: Report[];
  questions: CallQuestion[];
};

/**
 * Rules on every call of a step before any of them runs (docs/engine.md, "Tool calls"), by the policies as they are
 * then: one that has changed since the plan was made, or since a person was asked, holds. Arguments that a person edited
 * are kept with the step.
 */
export async function ruleOnCalls(
  context: EffectContext,
  attempt: Attempt,
  step: number,
  calls: readonly Call[],
): Promise<RuledCalls> {
  const verdicts = await verdictsOn(context, step, calls);
  const pauses = await pausesOf(context, step, calls);
  // Noted before what has been called is read: what starts later was not known to this ruling.
  const ruledAt = context.state().seq;
  /** The arguments with which it would run. */
  const argsOf = ({ callId, args }: Call): Json => {
    const { verb, value } = verdicts.get(callId) ?? {};
    const begun = attempt.unfinished.get(callId) ?? pauses.get(callId);
    return (verb === "edit" ? value : undefined) ?? begun?.args ?? args;
  };
  const meant = calls.map((call) => ({ ...call, args: argsOf(call) }));
  const { found, elsewhere } = await repetitionsIn(context, attempt, step, meant);
  await context.workspaces.open(context.state().workspaceId);
  const policies = policiesOfCalls(context);
  const plan: RuledCalls = { run: [], settled: [], reports: [], questions: [] };
  for (const call of calls) {
    const repetition = found.get(call.callId);
    const equals = elsewhere.get(call.callId);
    const known: RulingMoment = { ruledAt, ...(equals !== undefined && { elsewhere: equals }) };
    const verdict = verdicts.get(call.callId);
    const started = attempt.unfinished.get(call.callId);
    const mayHaveHappened = started !== undefined && !verdict?.notBegun;
    const tool = context.tools.find(call.tool);
    const isHeld = tool && (changesOutside(tool) || wasReached(context.state(), tool.name));
    const held = isHeld ? heldCall(context, attempt, step, call, tool) : undefined;
    const paused = pauses.get(call.callId);
    const task = taskIn(context.state(), context.taskId);
    const askedAbout = definitionAskedAbout(context.state(), task, callKey(step, call.callId));
    const made = { ...call, args: argsOf(call), elsewhere: equals };
    const ruling = ruleCall({
      name: call.tool,
      args: call.args,
      tool,
      policies,
      problemOf: (args) => context.tools.checkArguments(call.tool, args),
      ...(started && { started: startOf(started, getOwn(task.writing, callKey(step, call.callId))) }),
      ...((mayHaveHappened || repetition) && {
        over: controlsOfRepeat(context, step, made, mayHaveHappened ? "unknown_outcome" : "tool_approval"),
      }),
      ...(paused && { paused: { args: paused.args, wantsValue: paused.ask.kind === "tool_input" } }),
      ...(repetition && { earlier: repetition.earlier }),
      ...(repetition && verdict && { isUntold: !isLeaveTold(context.state(), task, step, made) }),
      ...(verdict && { verdict }),
      ...(verdict && { isWithdrawn: !isLeaveStanding(context.state(), task, callKey(step, call.callId)) }),
      ...(held && { held }),
      ...(askedAbout !== undefined && { askedAbout }),
    });
    switch (ruling.do) {
      case "run":
        plan.run.push(beginCall(context, attempt, step, call, { args: ruling.args, ...known }));
        break;
      case "settle":
        settleCall(context, attempt, step, call, { ...ruling, ...known }, plan);
        break;
      case "deny":
        plan.settled.push(
          branchOf(call, { ok: false, code: "failed", message: formatReason(ruling.reason) }),
        );
        plan.reports.push(deniedReport(context, step, call, ruling.reason));
        break;
      case "keep_asking":
        plan.questions.push({ ask: (paused as PausedCall).ask, blobs: [] });
        break;
      case "ask":
        plan.questions.push(questionAbout(context, call, ruling, { repetition, ...known }));
    }
    if (ruling.do === "deny") noteWords(context, attempt, step, call);
  }
  return plan;
}

/** With what a call was begun, as far as it was recorded. */
const startOf = ({ args, sideEffects, error }: ToolCallRow, tool: BegunTool | undefined) => ({
  args,
  ...(error !== undefined && { said: error }),
  sideEffects: sideEffects as SideEffects,
  tool,
});

/** What the controls of the run hold back of a call, beside what people have let run of it. */
function heldCall(
  context: EffectContext,
  { told }: Pick<Attempt, "told">,
  step: number,
  { callId, tool }: Call,
  facts: ToolFacts,
) {
  const { taskId } = context;
  const state = context.state();
  if (state.obligations.length === 0) return;
  const [mark] = toolMarksOf({ state, workspace: context.policies() }, [facts]);
  const models = modelMarksOf(context);
  const act = { taskId, tool, ...(mark && { mark }), ...(told && { told }), models };
  return holdOn(state, act, callKey(step, callId));
}

/** The controls over a call that may be made another time, but those whose people have let just that happen. */
const controlsOfRepeat = (
  context: EffectContext,
  step: number,
  { callId, tool, args, elsewhere }: Call & { elsewhere: string | undefined },
  kind: "unknown_outcome" | "tool_approval",
): string[] => {
  const { taskId, attempt } = context;
  const state = context.state();
  const digest = callDigest(tool, args);
  return holdOnRepeat(state, { taskId, tool }, callKey(step, callId), kind, (gate) =>
    isTold(state, gate, digest, { taskId, attempt, step, elsewhere }),
  );
};

function beginCall(
  context: EffectContext,
  attempt: Attempt,
  step: number,
  requested: Call,
  { args, ...known }: { args: Json } & RulingMoment,
): StartedCall {
  // What a join is put with are the results of its set, and nobody's edit.
  if (canonicalJson(args) !== canonicalJson(requested.args))
    attempt.trajectory = withEdited(
      attempt.trajectory,
      requested.callId,
      args,
      leftOutOfCall(context, step, requested),
    );
  noteWords(context, attempt, step, requested);
  const call = { ...requested, args };
  const again = attempt.unfinished.has(call.callId);
  const { granted, paused } = taskIn(context.state(), context.taskId);
  const key = callKey(step, call.callId);
  const consent = getOwn(granted, key);
  const row = startedRow(context, attempt, step, call);
  const hadPaused = getOwn(paused, key) !== undefined;
  return { call, ...known, again, hadPaused, row, ...(consent && { consent }) };
}

/** What people said of the call is kept with the step: its agent reads it with the result. */
function noteWords(context: EffectContext, attempt: Attempt, step: number, call: Call): void {
  attempt.trajectory = withSaid(attempt.trajectory, call.callId, saidOfCall(context, step, call));
}

/** What people said when they were asked about the call. */
export function saidOfCall(context: EffectContext, step: number, { callId }: Pick<Call, "callId">) {
  const state = context.state();
  return wordsOnCall(state, taskIn(state, context.taskId), callKey(step, callId));
}

/** The items of its list that a person took out when they let the call run. */
export function leftOutOfCall(context: EffectContext, step: number, { callId }: Pick<Call, "callId">) {
  const state = context.state();
  return rejectedOf(itemsOfCall(state, taskIn(state, context.taskId), callKey(step, callId), "edit") ?? []);
}

/** It has happened: its end is recorded as if its worker had told it. */
function settleCall(
  context: EffectContext,
  attempt: Attempt,
  step: number,
  call: Call,
  { do: _settle, output, ...begun }: Extract<CallRuling, { do: "settle" }> & RulingMoment,
  plan: RuledCalls,
): void {
  const result = { ok: true as const, output };
  plan.settled.push(branchOf(call, result));
  plan.reports.push(finishedReport(context, beginCall(context, attempt, step, call, begun), result, 0));
}

type PausedCall = { ask: CallAsk; args: Json };

/** Those of the calls whose tools ask, with the arguments that they were called with. */
async function pausesOf(
  context: EffectContext,
  step: number,
  calls: readonly Call[],
): Promise<Map<string, PausedCall>> {
  const { paused = {} } = taskIn(context.state(), context.taskId);
  const { workspaceId } = context.state();
  const asks = calls.flatMap(({ callId }) => getOwn(paused, callKey(step, callId)) ?? []);
  const bodies = await loadBodies(context, workspaceId, refsOfValues(asks.map(({ shown }) => shown)));
  return new Map(asks.map((ask) => [ask.callId, { ask, args: bodyOf(ask.shown, bodies) }]));
}

/** What was said of these calls, in full. */
async function verdictsOn(
  context: EffectContext,
  step: number,
  calls: readonly Call[],
): Promise<Map<string, CallVerdict>> {
  const state = context.state() as RunState;
  const task = taskIn(state, context.taskId);
  const { verdicts = {} } = task;
  const { workspaceId } = state;
  const given = calls.flatMap(({ callId }) => {
    const verdict = getOwn(verdicts, callKey(step, callId));
    return verdict ? [{ callId, ...verdict }] : [];
  });
  const refs = refsOfValues(given.flatMap(({ value }) => value ?? []));
  const bodies = await loadBodies(context, workspaceId, refs);
  return new Map(
    given.map(({ callId, verb, comment, value, silent, notBegun, definition }) => {
      const said =
        verb === "reject"
          ? refusalHeard(state, task, callKey(step, callId), comment)
          : { ...(comment !== undefined && { comment }) };
      return [
        callId,
        {
          verb,
          ...said,
          ...(silent && { silent }),
          ...(notBegun && { notBegun }),
          ...(definition !== undefined && { definition }),
          ...(value && { value: bodyOf(value, bodies) }),
        },
      ];
    }),
  );
}
