import { canonicalJson, type JsonObject } from "@/lib/core/json";
import { previewOf } from "@/lib/core/stored-value";
import { callsOf, type Step } from "@/lib/core/trajectory";

/** One thing that was tried and did not do. Texts of any length; the prompt cuts them. */
export type Trial = {
  attempt: number;
  task: string;
  input: string;
  /** What its agent did: thoughts, and tools with what they were given. */
  approach: string;
  output: string;
  diagnosis: string;
  /** Tasks that the new plan added because of it; absent when it led to none. */
  newTaskCount?: number;
};

/** Characters of each text in the prompt. */
const CHARS = { input: 300, approach: 400, output: 500, diagnosis: 300 } as const;
const THOUGHT_CHARS = 120;
const ARGS_CHARS = 80;

/** A trial as the prompt shows it, every text within its limit; what the trigger says already is not said again. */
export function trialFacts(
  { attempt, task, newTaskCount, ...texts }: Trial,
  { reason, output }: { reason: string; output?: string },
): JsonObject {
  const cut = (name: keyof typeof CHARS) =>
    previewOf(toldOnce(toldOnce(texts[name], reason), output), CHARS[name]);
  return {
    attempt,
    task,
    input: cut("input"),
    approach: cut("approach"),
    output: cut("output"),
    diagnosis: cut("diagnosis"),
    ...(newTaskCount !== undefined && { newTaskCount }),
  };
}

const IN_TRIGGER = '(see "trigger")';

/** A text that ends with what the trigger says, with a sign in its place where that is shorter. */
export function toldOnce(text: string, said = ""): string {
  if (said.length <= IN_TRIGGER.length || !text.endsWith(said)) return text;
  return `${text.slice(0, text.length - said.length)}${IN_TRIGGER}`;
}

/** Stands between the steps of an approach. */
export const STEP_ENDS = " → ";

/** What an agent did, step by step in one line. */
export function approachOf(steps: readonly Step[]): string {
  return steps.map(describeStep).filter(Boolean).join(STEP_ENDS);
}

function describeStep(step: Step): string {
  const thought = step.thought.trim().replace(/\s+/g, " ");
  const calls = callsOf(step).map(
    ({ tool, args }) => `${tool} ${previewOf(canonicalJson(args), ARGS_CHARS)}`,
  );
  const failed = step.error === undefined ? [] : [`failed: ${previewOf(step.error, ARGS_CHARS)}`];
  const said = thought === "" ? [] : [previewOf(thought, THOUGHT_CHARS)];
  return [...said, ...calls, ...failed].join("; ");
}

/** Stands after the trials: what has to be settled before another tail is written. */
export const TRIALS_END = `Do not repeat what "do_not_repeat" tells. First settle for yourself:
1. Pattern: what do these attempts have in common?
2. Root cause: what made them fail that a better wording alone would not remove?
3. Change of strategy: what does the new tail do differently, so that this cause is gone?`;
