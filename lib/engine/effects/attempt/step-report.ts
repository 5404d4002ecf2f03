import type { Json } from "@/lib/core/json";
import { cutText } from "@/lib/core/text";
import { type Beginning, branchesOf, callsOf, type Step } from "@/lib/core/trajectory";
import type { TrajectoryStepRow } from "../../types";
import type { EffectContext, Report } from "../effect";
import type { Attempt } from "./attempt";

const MAX_THOUGHT_CHARS = 500;

type Recorded = Pick<Attempt, "trajectory" | "verbatim"> & { system?: string };

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
    rows: { steps: [stepRow(context, attempt)] },
  };
}

/** The last step of the trajectory as it is stored. */
export function stepRow(
  { taskId, attempt: number }: EffectContext,
  { trajectory, verbatim, system = "" }: Recorded,
): TrajectoryStepRow {
  const last = trajectory.steps.at(-1) as Step;
  const body = JSON.parse(JSON.stringify(last)) as Json;
  const { query, context, constraints } = trajectory;
  const start: Beginning = { query, context, constraints, system };
  return {
    ...{ taskId, attempt: number, step: last.step, body, verbatim: verbatim[last.step - 1] ?? [] },
    ...(last.step === 1 && query !== "" && { start: start as Json }),
  };
}

function errorsOf(step: Step): number {
  if (step.error !== undefined) return 1;
  return branchesOf(step).filter((branch) => !branch.ok).length;
}
