import type { ReviewerInput } from "@/lib/agents/types";
import { describeStanding } from "@/lib/core/describe/reflection";
import { reviewOf } from "@/lib/core/plan/defaults";
import type { Task } from "@/lib/core/plan/schema";
import type { Check } from "@/lib/core/run/events/checks";
import type { RunState } from "@/lib/core/run/state";
import { isTerminalTask } from "@/lib/core/run/status";
import { taskIn } from "./work";

/** What a reviewer is shown of the run: the tasks under review as they really ended, and what would come next. */
export function reviewFacts(
  state: Readonly<RunState>,
  task: Task,
): Pick<ReviewerInput, "mission" | "review" | "tasks" | "remaining"> {
  const spec = reviewOf(task);
  return {
    mission: state.mission,
    review: spec,
    tasks: spec.previousTasks.flatMap((id) => reviewedTask(state, id)),
    remaining: state.order.flatMap((id) => {
      const { status, spec: other } = taskIn(state, id);
      if (isTerminalTask(status) || id === task.id) return [];
      return { id, title: other.title, type: other.type };
    }),
  };
}

function reviewedTask(state: Readonly<RunState>, id: string) {
  const known = state.tasks[id];
  if (!known) return [];
  const { spec, status, result, diagnosis } = known;
  const shown = isTerminalTask(status) ? status : `${status} (not run)`;
  const facts = { id, title: spec.title, type: spec.type, status: shown, preview: result?.preview ?? "" };
  const { checks: made = [], reflection } = known.attempts.at(-1) ?? {};
  const standing = describeStanding(reflection);
  const checks = [...made.map(checkLine), ...(standing === undefined ? [] : [`answer ${standing}`])];
  const withChecks = checks.length > 0 ? { ...facts, checks } : facts;
  return [diagnosis === undefined ? withChecks : { ...withChecks, diagnosis }];
}

function checkLine(check: Check): string {
  const { layer, outcome, shown } = check;
  const about = outcome === "passed" ? shown : check.diagnosis;
  return about === undefined ? `${layer} ${outcome}` : `${layer} ${outcome}: ${about}`;
}
