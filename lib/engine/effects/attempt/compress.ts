import {
  type SummarizedStep,
  type TrajectorySummarizerInput,
  trajectorySummarizer,
} from "@/lib/agents/trajectory-summarizer";
import { estimatedInputTokens } from "@/lib/core/cost";
import type { Json } from "@/lib/core/json";
import type { ModelRequest } from "@/lib/core/ports";
import type { SimpleReason } from "@/lib/core/run/events/reason";
import { previewOf } from "@/lib/core/stored-value";
import {
  argsOf,
  branchesOf,
  callsOf,
  fitSummary,
  ruleBasedSummary,
  type Step,
  SUMMARY_CHARS,
  type Summary,
  stepsBetween,
  stepsToSummarize,
  withSummary,
} from "@/lib/core/trajectory";
import { type CallFacts, type CallOutcome, callModel } from "../../model/call-model";
import { callRole } from "../../model/call-role";
import type { EffectContext, Report } from "../effect";
import { failedCallReason } from "../failures";
import { inputText } from "../work";
import { agentRequest } from "./agent-request";
import type { Attempt } from "./attempt";
import { stepRows } from "./step-report";

/** Characters that all steps together may take in the prompt, and one text of them at least and at most. */
const STEPS_CHARS = 60_000;
const MIN_TEXT_CHARS = 300;
const MAX_TEXT_CHARS = 4_000;
const INPUT_CHARS = 4_000;

const CHARS_PER_TOKEN = 3;
/** Of the room, what steps may take; the rest is at least left to their summary. */
const STEPS_SHARE = 0.75;
/** Less says nothing; a budget that has no room for it is spent anyway. */
const MIN_SUMMARY_CHARS = 400;
const MAX_REASON_CHARS = 300;

/**
 * Puts a summary in the place of at least one more step, so that the next request fits into `maxInputTokens` if
 * anything makes it fit, and commits it: after a crash the request is the same (docs/agents.md, "Long trajectories").
 */
export async function compress(
  context: EffectContext,
  attempt: Attempt,
  maxInputTokens: number,
): Promise<void> {
  const { trajectory } = attempt;
  const roomTokens = Math.max(0, maxInputTokens - tokensWithoutSteps(attempt));
  const tokens = stepTokens(attempt);
  const before = trajectory.summary?.upToStep ?? 0;
  const upToStep = stepsToSummarize(tokens, roomTokens * STEPS_SHARE, before);
  const chars = summaryChars(roomTokens, tokens.slice(upToStep));
  const { reason, ...summary } = await summarize(context, attempt, upToStep, {
    chars,
    hasRoom: roomTokens > 0,
  });
  attempt.trajectory = withSummary(trajectory, summary);
  await context.commit([summaryReport(context, attempt, summary, reason)]);
  context.signal.throwIfAborted();
}

/**
 * One turn of the agent's model. A conversation that does not fit it is compressed and sent once more; `requestOf` makes
 * the request of the attempt as it is then.
 */
export async function callWithCompression(
  context: EffectContext,
  attempt: Attempt,
  requestOf: () => ModelRequest,
  facts: CallFacts,
): Promise<CallOutcome> {
  const request = requestOf();
  const outcome = await callModel(context, request, facts);
  const { steps, summary } = attempt.trajectory;
  if (outcome.ok || outcome.code !== "context_overflow" || steps.length <= (summary?.upToStep ?? 0))
    return outcome;
  // What the model takes is not known, only that this was too much.
  const fixed = tokensWithoutSteps(attempt);
  const maxInputTokens = fixed + Math.max(0, Math.floor((estimatedInputTokens(request) - fixed) / 2));
  await compress(context, attempt, maxInputTokens);
  return callModel(context, requestOf(), facts);
}

/** A quarter of the room, or half of what the kept steps leave where that is more: the next turns need room too. */
function summaryChars(roomTokens: number, kept: readonly number[]): number {
  const left = kept.reduce((rest, tokens) => rest - tokens, roomTokens);
  const tokens = Math.max(roomTokens * (1 - STEPS_SHARE), left / 2);
  return Math.max(MIN_SUMMARY_CHARS, Math.min(SUMMARY_CHARS, Math.floor(tokens * CHARS_PER_TOKEN)));
}

type NewSummary = Summary & { reason?: SimpleReason };

async function summarize(
  context: EffectContext,
  attempt: Attempt,
  upToStep: number,
  { chars, hasRoom }: { chars: number; hasRoom: boolean },
): Promise<NewSummary> {
  const { trajectory, work } = attempt;
  const byRule = (reason: SimpleReason): NewSummary => {
    const text = fitSummary(ruleBasedSummary(trajectory, upToStep, work.task.title), chars);
    return { upToStep, ...text, by: "rule", reason };
  };
  if (!hasRoom) return byRule({ code: "no_room_for_steps" });
  const input = summarizerInput(context, attempt, upToStep);
  const step = trajectory.steps.length + 1;
  const answer = await callRole(context, trajectorySummarizer, input, { advisory: true, step });
  if (answer.ok) return { upToStep, ...fitSummary(answer.value, chars), by: "model" };
  return byRule(failedCallReason(answer, MAX_REASON_CHARS));
}

/** What the request has whatever is summarized: rules, tools and the task. */
const tokensWithoutSteps = (attempt: Attempt): number => tokensOf(attempt, [], []);

function stepTokens(attempt: Attempt): number[] {
  const fixed = tokensWithoutSteps(attempt);
  return attempt.trajectory.steps.map(
    (step, index) => tokensOf(attempt, [step], [attempt.verbatim[index] ?? []]) - fixed,
  );
}

function tokensOf(attempt: Attempt, steps: Step[], verbatim: Json[][]): number {
  const trajectory = { ...attempt.trajectory, steps, summary: null };
  return estimatedInputTokens(agentRequest({ ...attempt, trajectory, verbatim }, []));
}

function summaryReport(
  context: EffectContext,
  attempt: Attempt,
  summary: Summary,
  reason: SimpleReason | undefined,
): Report {
  const { key, taskId } = context;
  const { upToStep, by } = summary;
  return {
    suffix: `summary${attempt.trajectory.steps.length}-${upToStep}`,
    command: {
      type: "steps_summarized",
      key,
      taskId,
      attempt: context.attempt,
      upToStep,
      by,
      ...(reason && { reason }),
    },
    rows: stepRows(context, attempt, summary as Json),
  };
}

/** What the summarizer reads: the task, the summary there is, and the steps that its own is to stand for as well. */
function summarizerInput(
  context: EffectContext,
  { trajectory, work }: Attempt,
  upToStep: number,
): TrajectorySummarizerInput {
  const { id, title, details } = work.task;
  const { upToStep: _upTo, by: _by, ...earlier } = trajectory.summary ?? {};
  return {
    mission: context.state().mission,
    task: { id, title, details, input: previewOf(inputText(work.input), INPUT_CHARS) },
    ...("goals" in earlier && { earlier }),
    steps: shownSteps(stepsBetween(trajectory, upToStep)),
  };
}

/** Steps as models read them who did not take them: long texts are cut, the more the more there are. */
export function shownSteps(steps: readonly Step[]): SummarizedStep[] {
  const texts = steps.reduce((sum, step) => sum + 1 + 2 * callsOf(step).length, 0);
  const share = Math.min(MAX_TEXT_CHARS, Math.max(MIN_TEXT_CHARS, Math.floor(STEPS_CHARS / texts)));
  return steps.map((step) => shownStep(step, share));
}

function shownStep(step: Step, chars: number): SummarizedStep {
  const branches = new Map(branchesOf(step).map((branch) => [branch.callId, branch]));
  const calls = callsOf(step).map((call) => {
    const branch = branches.get(call.callId);
    const failed = branch?.ok ? undefined : branch?.error;
    return {
      tool: call.tool,
      args: cut(argsOf(step, call), chars),
      ...(branch?.ok && { gave: cut(branch.output, chars) }),
      ...(failed !== undefined && { failed: previewOf(failed, chars) }),
    };
  });
  return {
    step: step.step,
    ...(step.steering && { said: step.steering }),
    thought: previewOf(step.thought, chars),
    calls,
    ...(step.error !== undefined && { refused: previewOf(step.error, chars) }),
  };
}

/** A short value as it is, a long one by the beginning of its text. */
function cut(value: Json, chars: number): Json {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length <= chars ? value : previewOf(value, chars);
}
