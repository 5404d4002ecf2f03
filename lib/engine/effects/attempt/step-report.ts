import type { Json } from "@/lib/core/json";
import { blobOf } from "@/lib/core/stored-value";
import { cutText } from "@/lib/core/text";
import { type Beginning, branchesOf, callsOf, type Preamble, type Step } from "@/lib/core/trajectory";
import type { PayloadRows, TrajectoryStepRow } from "../../types";
import type { EffectContext, Report } from "../effect";
import type { Attempt } from "./attempt";

const MAX_THOUGHT_CHARS = 500;

type Recorded = Pick<Attempt, "trajectory" | "verbatim"> &
  Partial<Pick<Attempt, "system" | "tools" | "isBegun">>;

/**
 * The last step of the trajectory as a report. An `open` step waits for the results of its calls and is reported again,
 * `seen`, when they are known; one whose calls ask people is `waiting`, with the results so far.
 */
export function stepReport(
  context: EffectContext,
  attempt: Recorded,
  as: "open" | "waiting" | "seen",
): Report {
  const { key, taskId, epoch } = context;
  const last = attempt.trajectory.steps.at(-1) as Step;
  const { step, thought, reasoning = "" } = last;
  // A set may wait, then one of its calls once more, and then its join: each is another fact.
  const waiting = `-waiting-${epoch}-${context.state().approvalCount}`;
  return {
    suffix: `step${step}${{ open: "-open", waiting, seen: "" }[as]}`,
    command: {
      type: "step_taken",
      key,
      taskId,
      attempt: context.attempt,
      step,
      thought: cutText(thought || reasoning, MAX_THOUGHT_CHARS),
      calls: callsOf(last).map(({ callId, tool }) => ({ callId, tool })),
      observed: as === "seen",
      errors: errorsOf(last),
    },
    rows: stepRows(context, attempt),
  };
}

/**
 * The last step of the trajectory as it is stored; with the first goes how the attempt began, the long texts that it has in
 * common with others as a blob.
 */
export function stepRows(
  { taskId, attempt: number }: EffectContext,
  attempt: Recorded,
  summary?: Json,
): PayloadRows {
  const { trajectory, verbatim, system = "", tools = [], isBegun } = attempt;
  const last = trajectory.steps.at(-1) as Step;
  const row: TrajectoryStepRow = {
    taskId,
    attempt: number,
    step: last.step,
    body: last as unknown as Json,
    verbatim: verbatim[last.step - 1] ?? [],
    ...(summary !== undefined && { summary }),
  };
  const { query, context, constraints } = trajectory;
  if (last.step > 1 || isBegun || query === "") return { steps: [row] };
  const preamble: Preamble = { system, tools };
  const blob = system === "" ? undefined : blobOf(preamble as Json);
  const start: Beginning = { query, context, constraints, ...(blob && { preamble: blob.digest }) };
  return { steps: [{ ...row, start: start as Json }], ...(blob && { payloadBlobs: [blob] }) };
}

function errorsOf(step: Step): number {
  if (step.error !== undefined) return 1;
  return branchesOf(step).filter((branch) => !branch.ok).length;
}
