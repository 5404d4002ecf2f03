import { digestOf } from "@/lib/core/bytes";
import { doneCallLine, doneToolLine } from "@/lib/core/describe/done-calls";
import { canonicalJson, type Json } from "@/lib/core/json";
import { getOwn } from "@/lib/core/own";
import { changesOutside, mayRepeat } from "@/lib/core/policy";
import { consentsIn } from "@/lib/core/run/consent";
import { toldOfOthers } from "@/lib/core/run/controls/release/approved";
import { toldHow } from "@/lib/core/run/controls/release/traces";
import type { EarlierCall } from "@/lib/core/run/events/call-reasons";
import { callDigest } from "@/lib/core/run/gates/equal-calls";
import type { RunState } from "@/lib/core/run/state";
import { isTerminalTask } from "@/lib/core/run/status";
import { previewOf } from "@/lib/core/stored-value";
import type { Call, Step, Trajectory } from "@/lib/core/trajectory";
import type { Attempt } from "../attempt/attempt";
import type { EffectContext, WritingCall } from "../effect";
import { taskIn } from "../work";

const MAX_CALL_LINES = 50;

/** Whether tools may have done something already, in this run or in the one it is a fork of. */
export const mayHaveWritten = ({ counters, parent }: Readonly<RunState>): boolean =>
  counters.toolCalls > 0 || parent !== undefined;

const PREVIEW_CHARS = 200;

/** What an equal writing call, or one for the same work, came to before; `at` of one that has ended. */
export type Repetition = { earlier: EarlierCall; at?: number };

type CallIdentity = { tool: string; args: Json };

const identityOf = ({ tool, args }: CallIdentity): string => `${tool} ${canonicalJson(args)}`;

/** Calls of a step that repeat others, and what names the equal calls of each that other runs of the family made. */
type Repetitions = { found: ReadonlyMap<string, Repetition>; elsewhere: ReadonlyMap<string, string> };

/** For calls of one step, in their order: what makes one a repetition of a writing call of any run of the family. */
export async function repetitionsIn(
  context: EffectContext,
  { trajectory }: Pick<Attempt, "trajectory">,
  step: number,
  calls: readonly Call[],
): Promise<Repetitions> {
  const checked = calls.filter(({ tool }) => needsRepeatCheck(context, tool));
  if (checked.length === 0) return { found: new Map(), elsewhere: new Map() };
  const before = await context.reads.writingCalls(context.runId, "family");
  const own = new Set(calls.map(({ callId }) => callId));
  const others = before
    .filter((call) => !isOfStep(context, step, call) || !own.has(call.callId))
    .filter((call) => call.finishedAtMs !== undefined || !mayBeMadeAgain(context, call));
  const known = new Map(others.map((call) => [identityOf(call), repetitionOf(call)]));
  const found = new Map<string, Repetition>();
  for (const call of checked) {
    const identity = identityOf(call);
    const repetition = known.get(identity) ?? madeForThisWork(context, trajectory, call.tool, before);
    if (repetition) found.set(call.callId, repetition);
    known.set(identity, { earlier: { stage: "same_turn" } });
  }
  const elsewhere = checked.flatMap((call): [string, string][] => {
    const name = nameElsewhere(context, call, before);
    return name === undefined ? [] : [[call.callId, name]];
  });
  return { found, elsewhere: new Map(elsewhere) };
}

/** Names the equal calls that other runs of the family have made or are making, as the store has them; undefined without any. */
export async function equalElsewhere(
  context: EffectContext,
  call: CallIdentity,
): Promise<string | undefined> {
  if (!needsRepeatCheck(context, call.tool)) return;
  return nameElsewhere(context, call, await context.reads.writingCalls(context.runId, "family"));
}

function nameElsewhere(
  context: EffectContext,
  call: CallIdentity,
  made: readonly WritingCall[],
): string | undefined {
  const identity = identityOf(call);
  const equal = made.filter((one) => one.runId !== context.runId && identityOf(one) === identity);
  const counting = equal.filter((one) => one.finishedAtMs !== undefined || !mayBeMadeAgain(context, one));
  if (counting.length === 0) return;
  return digestOf(counting.map(({ runId, key }) => digestOf([runId, key])).sort());
}

/**
 * A call of the tool that others see, made by an attempt of which this one takes the place: asked to do its work once more an
 * agent words a mail otherwise, and it goes out twice all the same. A program has made as many of them again as it has made
 * calls that differ so far: its next one is another only beyond those.
 */
function madeForThisWork(
  context: EffectContext,
  { steps }: Trajectory,
  name: string,
  before: readonly WritingCall[],
): Repetition | undefined {
  const tool = context.tools.find(name);
  if (tool?.sideEffects !== "external" || tool.idempotent) return;
  const state = context.state();
  const { id, spec, attempt, sinceVersion } = taskIn(state, context.taskId);
  const isOwn = (call: WritingCall) =>
    call.runId === context.runId && call.taskId === id && call.attempt === attempt;
  const sure = before.filter(({ isInDoubt }) => !isInDoubt);
  const madeBefore = sure.filter((call) => call.tool === name && call.taskId === id && !isOwn(call));
  const isFurther = spec.type === "direct" && kindsOf(madeAgain(steps, name)) >= kindsOf(madeBefore);
  const isReplaced = (call: WritingCall): boolean => {
    if (isOwn(call)) return false;
    if (call.taskId === id) return !isFurther;
    const other = getOwn(state.tasks, call.taskId);
    if (!other) return false;
    const cameToNothing = isTerminalTask(other.status) && other.status !== "succeeded";
    return other.spec.lineage === spec.lineage || (cameToNothing && other.sinceVersion < sinceVersion);
  };
  const made = sure.findLast((call) => call.tool === name && isReplaced(call));
  if (!made) return;
  const { args, output = null, finishedAtMs: at } = made;
  const shown = { stage: "other_arguments", arguments: previewOf(args, PREVIEW_CHARS) } as const;
  if (at === undefined) return { earlier: shown };
  return { earlier: { ...shown, preview: previewOf(output, PREVIEW_CHARS) }, at };
}

/** How many calls there are that differ. */
const kindsOf = (calls: readonly CallIdentity[]): number => new Set(calls.map(identityOf)).size;

const madeAgain = (steps: readonly Step[], name: string): CallIdentity[] =>
  steps.flatMap(({ action, observation }) =>
    action.type === "tool" && action.tool === name && observation !== undefined ? [action] : [],
  );

/** It was begun with the tool that there is now, which may be called twice. */
function mayBeMadeAgain(context: EffectContext, { tool: name, args }: CallIdentity): boolean {
  const tool = context.tools.find(name);
  return tool !== undefined && mayRepeat(getOwn(context.state().lastActs, callDigest(name, args)), tool);
}

function needsRepeatCheck(context: EffectContext, name: string): boolean {
  const tool = context.tools.find(name);
  return tool !== undefined && changesOutside(tool) && !tool.repeatable;
}

const isOfStep = ({ runId, taskId, attempt }: EffectContext, step: number, call: WritingCall): boolean =>
  call.runId === runId && call.taskId === taskId && call.attempt === attempt && call.step === step;

function repetitionOf({ output = null, finishedAtMs: at }: WritingCall): Repetition {
  if (at === undefined) return { earlier: { stage: "started" } };
  return { earlier: { stage: "finished", preview: previewOf(output, PREVIEW_CHARS) }, at };
}

/**
 * One line for each writing tool call that happened in the run before the moment, for prompts; for the one who does a task those
 * that it may read of, with their arguments only where people let it act knowing that they were to come.
 */
export async function writtenCallLines(
  context: EffectContext,
  beforeMs: number,
  reader?: string,
): Promise<string[]> {
  const calls = await context.reads.writingCalls(context.runId, "line");
  const state = context.state();
  const consentOf = consentsIn(state);
  const isTold = reader === undefined ? () => true : toldOfOthers(state, reader);
  const isToldHow = reader === undefined ? () => true : toldHow(state, reader);
  return calls
    .filter(({ taskId }) => isTold(taskId))
    .filter(({ finishedAtMs }) => finishedAtMs !== undefined && finishedAtMs <= beforeMs)
    .slice(-MAX_CALL_LINES)
    .map((call) =>
      isToldHow(call.taskId, call.attempt) ? doneCallLine(call, consentOf(call).edited) : doneToolLine(call),
    );
}

/**
 * What an equal writing call came to that an earlier attempt of this lineage made; undefined when there is none. A
 * program makes the same calls in each attempt: the same call has the same idempotency key and happens once.
 */
export async function resultOfEarlierCall(
  context: EffectContext,
  lineage: string,
  { tool: name, args }: { tool: string; args: Json },
): Promise<{ output: Json; artifact?: string } | undefined> {
  const state = context.state();
  const tool = context.tools.find(name);
  if (!tool || !changesOutside(tool) || tool.repeatable || !mayHaveWritten(state)) return;
  const startedAt = taskIn(state, context.taskId).attempts.at(-1)?.startedAt ?? 0;
  const own = new Set(
    Object.values(state.tasks).flatMap(({ id, spec }) => (spec.lineage === lineage ? id : [])),
  );
  const wanted = canonicalJson(args);
  const calls = await context.reads.writingCalls(context.runId, "line");
  const earlier = calls.findLast(
    (call) =>
      call.tool === name &&
      own.has(call.taskId) &&
      call.finishedAtMs !== undefined &&
      call.finishedAtMs <= startedAt &&
      canonicalJson(call.args) === wanted,
  );
  const { output = null, artifact } = earlier ?? {};
  return earlier && { output, ...(artifact !== undefined && { artifact }) };
}
