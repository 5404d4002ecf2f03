import type { SummarisedStep, TrajectorySummarizerInput } from "@/lib/agents/types";
import type { Json } from "@/lib/core/json";
import { previewOf } from "@/lib/core/stored-value";
import { argsOf, branchesOf, callsOf, type Step, stepsBetween } from "@/lib/core/trajectory";
import type { Attempt } from "./attempt";
import type { EffectContext } from "./effect";
import { inputText } from "./work";

/** Characters that all steps together may take in the prompt, and one text of them at least and at most. */
const STEPS_CHARS = 60_000;
const MIN_TEXT_CHARS = 300;
const MAX_TEXT_CHARS = 4_000;
const INPUT_CHARS = 4_000;

/** What the summarizer reads: the task, the summary there is, and the steps that its own is to stand for besides. */
export function summarizerInput(
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
export function shownSteps(steps: readonly Step[]): SummarisedStep[] {
  const texts = steps.reduce((sum, step) => sum + 1 + 2 * callsOf(step).length, 0);
  const share = Math.min(MAX_TEXT_CHARS, Math.max(MIN_TEXT_CHARS, Math.floor(STEPS_CHARS / texts)));
  return steps.map((step) => shownStep(step, share));
}

function shownStep(step: Step, chars: number): SummarisedStep {
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
