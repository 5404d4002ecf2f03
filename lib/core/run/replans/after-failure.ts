import { isFormError } from "../decide/tasks/failure";
import type { ReplanCause } from "../events/reviews";
import { limitOf, usedOf } from "../ledger/budgets";
import type { RunState, TaskState } from "../state";
import type { Budget, ExhaustedLimit } from "../state/ledger";
import { taskOf } from "../state/ready";

type Halted = { halt?: Pick<NonNullable<RunState["halt"]>, "taskId"> | undefined };

/** True where what failed leads to no other plan: the run ends with it. */
export function replanningIsOff(
  state: RunState,
  cause: Pick<ReplanCause, "trigger">,
  { halt }: Halted = state,
): boolean {
  if (cause.trigger === "review" || cause.trigger === "person") return false;
  if (limitOf(state, "maxTotalReplans") === 0) return true;
  return halt !== undefined && (!state.settings.replanOnFailure || isHaltForForm(halt, state));
}

/** What a failure of this task comes to: a replan, the limit of replans, or the end. */
export function replanAfter(
  state: RunState,
  { id: taskId, spec }: TaskState,
  as: "halt" | "replan",
): "starts" | "spent" | "off" {
  const cause = { trigger: "task_failed", lineage: spec.lineage } as const;
  const halt = as === "halt" ? { taskId } : state.halt;
  if (replanningIsOff(state, cause, { halt })) return "off";
  return exhaustedReplanLimit(state, cause) ? "spent" : "starts";
}

/** Another plan would meet the same model, which does not keep to the form of its result. */
function isHaltForForm({ taskId }: NonNullable<Halted["halt"]>, state: RunState): boolean {
  const task = taskOf(state, taskId);
  return isFormError(task, task.failureCode);
}

/** What people wish for is no failure, and has a limit of its own. */
export function exhaustedReplanLimit(
  state: RunState,
  { trigger, lineage }: Pick<ReplanCause, "trigger" | "lineage">,
): ExhaustedLimit | undefined {
  if (trigger === "person") return spentLimit(state, "maxWishes");
  const inTotal = spentLimit(state, "maxTotalReplans");
  if (inTotal || lineage === undefined) return inTotal;
  const ofTask = spentLimit(state, "maxReplansPerTask", lineage);
  return ofTask && { ...ofTask, lineage };
}

function spentLimit(state: RunState, counter: Budget, lineage?: string): ExhaustedLimit | undefined {
  const used = usedOf(state, counter, state.lastAt, lineage);
  const limit = limitOf(state, counter, lineage) as number;
  return used >= limit ? { counter, used, limit } : undefined;
}
