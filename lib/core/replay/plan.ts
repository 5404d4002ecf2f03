import type { Json } from "../json";
import type { PolicyVerdict } from "../policy";
import { changesOutside } from "../policy/rule-call";
import type { Schemas, ToolFacts, Tools } from "../ports";
import { withCutTexts } from "../text";
import { argsOf, type Branch, branchesOf, type Call, callsOf, isOpen, joinOf } from "../trajectory";
import type { Step, Trajectory } from "../trajectory/types";
import { PROBLEM_CHARS, type RecordedReason, type ReplayProblem } from "./report";
import { MAX_REPLAY_CALLS, type ToolReplaySettings } from "./settings";

/**
 * A call of the recording: `why` it uses what was recorded; without it the call is made again. The arguments of a join are
 * as they were written, unless a person has `edited` them.
 */
export type PlannedCall = Call & { why?: RecordedReason; recorded?: Branch; edited?: true };
/** A step of the recording with what becomes of its calls; the join stands apart, as its arguments come last. */
export type PlannedStep = { step: number; calls: PlannedCall[]; join?: PlannedCall };

type ReplayPlan = { ok: true; steps: PlannedStep[] } | { ok: false; problem: ReplayProblem };

/** Tools, policies and settings as they are now. */
export type PlanFacts = {
  tools: Pick<Tools, "find">;
  schemas: Pick<Schemas, "mismatches">;
  verdictOf(tool: ToolFacts, args: Json): PolicyVerdict;
  settings: Pick<ToolReplaySettings, "writingTools">;
};

/**
 * What becomes of every call of a trajectory, found out before anything runs (docs/replay.md, "What runs"): the first
 * problem of any call keeps all of it from beginning.
 */
export function planReplay({ steps }: Pick<Trajectory, "steps">, facts: PlanFacts): ReplayPlan {
  if (steps.length === 0) return { ok: false, problem: { code: "empty_trajectory" } };
  const planned: PlannedStep[] = [];
  for (const step of steps) {
    const recorded = recordedOf(step);
    const set = ranCalls(step).map((call) => planCall(step, call, { ...facts, recorded }));
    const problem = set.find((one): one is ReplayProblem => "code" in one);
    if (problem) return { ok: false, problem: withCutTexts(problem, PROBLEM_CHARS) };
    const calls = set as PlannedCall[];
    const joinId = joinOf(step)?.callId;
    const join = calls.find(({ callId }) => callId === joinId);
    planned.push({
      step: step.step,
      calls: calls.filter((call) => call !== join),
      ...(join && { join }),
    });
  }
  const live = planned
    .flatMap(({ calls, join }) => [...calls, ...(join ? [join] : [])])
    .filter(({ why }) => !why);
  if (live.length <= MAX_REPLAY_CALLS) return { ok: true, steps: planned };
  return { ok: false, problem: { code: "too_many_calls", calls: live.length, limit: MAX_REPLAY_CALLS } };
}

/** The calls of a step; none where the whole of it was refused before anything ran. */
function ranCalls(step: Step): Call[] {
  const isRefused = step.invalid || (step.action.type === "parallel" && step.error !== undefined);
  return isRefused ? [] : callsOf(step);
}

type Recorded = ReadonlyMap<string, Branch>;

function planCall(
  step: Step,
  call: Call,
  facts: PlanFacts & { recorded: Recorded },
): PlannedCall | ReplayProblem {
  const { callId, tool: name } = call;
  const recorded = facts.recorded.get(callId);
  const args = argsOf(step, call);
  const isJoin = joinOf(step)?.callId === callId;
  const edited = Object.hasOwn(step.edited ?? {}, callId) && { edited: true as const };
  const planned = { callId, tool: name, args: isJoin && !edited ? call.args : args, ...edited };
  const using = (why: RecordedReason): PlannedCall => ({ ...planned, why, ...(recorded && { recorded }) });
  if (step.refused?.includes(callId)) return using({ code: "refused" });
  if (!recorded) return using({ code: "unfinished" });
  const tool = facts.tools.find(name);
  if (!tool) return { code: "unknown_tool", step: step.step, tool: name };
  if (isJoin && [...facts.recorded.values()].some(isPreviewOf(step)))
    return using({ code: "needs_whole_outputs" });
  // One that was skipped had no arguments yet, and one that its results did not fit may fail so again.
  const isFree = isJoin && !recorded.ok;
  const [mismatch] = isFree ? [] : facts.schemas.mismatches(tool.inputSchema, args);
  if (mismatch) {
    const { path, message } = mismatch;
    return { code: "invalid_arguments", step: step.step, tool: name, path, message };
  }
  const why = whyRecorded(tool, args, facts);
  return why ? using(why) : { ...planned, recorded };
}

/** Is it a call of the set of which only a preview was recorded? */
const isPreviewOf = (step: Step) => (one: Branch) =>
  one.ok && one.artifact !== undefined && one.callId !== joinOf(step)?.callId;

/** What was recorded of each call; that of a single one may be an error of its step. */
function recordedOf(step: Step): Recorded {
  const { action, error } = step;
  if (action.type === "tool" && error !== undefined && !isOpen(step)) {
    const { callId, tool } = action;
    return new Map([[callId, { callId, tool, ok: false, error }]]);
  }
  return new Map(branchesOf(step).map((one) => [one.callId, one]));
}

/** Why a call with these arguments is not made, as tools, policies and settings are now; undefined when it may be. */
export function whyRecorded(
  tool: ToolFacts,
  args: Json,
  { verdictOf, settings }: Pick<PlanFacts, "verdictOf" | "settings">,
): RecordedReason | undefined {
  if (changesOutside(tool) && !settings.writingTools.includes(tool.name)) return { code: "writes" };
  if ((tool.changedParts ?? []).length > 0) return { code: "tool_changed" };
  const { decision, reason: policy } = verdictOf(tool, args);
  if (decision === "allow") return undefined;
  return { code: decision === "deny" ? "denied" : "asks", policy };
}
