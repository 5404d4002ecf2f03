import { getOwn } from "../../../own";
import { answerResults } from "../../controls/answer";
import { answerRow } from "../../gates/table";
import { replanAfter } from "../../replans/after-failure";
import type { ApprovalState, RunState, TaskState } from "../../state";
import { isTerminalTask } from "../../status";
import { blockTask, failAttempt } from "../tasks/failure";

/** What a rejection leads to. */
export type Rejection =
  /** The question is asked again, as its task has attempts left. */
  | { code: "asks_again"; attempts: number }
  /** The rest of the plan is planned again, with the words of the one who rejects. */
  | { code: "plans_again" }
  /** People are asked about the limit of replans, which is spent. */
  | { code: "limit_spent" }
  /** A planning review decides how the plan continues. */
  | { code: "review_decides"; taskId: string }
  /** These tasks do not start; the rest continues. */
  | { code: "ends_branch"; taskIds: string[] }
  /** `answered`: with the last good answer of an iteration before. */
  | { code: "ends_run"; answered?: true }
  /** The run ends without an answer: so many results of it are left where they are. */
  | { code: "withholds_answer"; results: number }
  /** The plan in force stays, and the run continues. */
  | { code: "keeps_plan" }
  /** The plan in force stays, and people are asked what is to become of the failure for which it was to change. */
  | { code: "asks_about_failure" };

type AtGate = Pick<ApprovalState, "kind" | "taskId">;

/**
 * What rejecting at a gate leads to, by the rules that carry a rejection out (`gateConsequences` and what `settle` makes of it);
 * undefined where a gate cannot be rejected, and at calls, where nothing but the call depends on it.
 */
export function rejectionAt(state: Readonly<RunState>, { kind, taskId }: AtGate): Rejection | undefined {
  switch (answerRow(kind, "reject")?.leadsTo) {
    case "fail_task": {
      const task = taskId === undefined ? undefined : getOwn(state.tasks, taskId);
      return task && afterRefusedTask(state as RunState, task);
    }
    case "reject_plan":
      return { code: "ends_run", ...(isAnswered(state) && { answered: true }) };
    case "withhold_answer":
      return { code: "withholds_answer", results: answerResults(state).length };
    case "keep_version":
    case "decline_change":
      return declined(state, kind);
    case "leave_plan":
      return { code: "keeps_plan" };
    default:
      return;
  }
}

const isAnswered = ({ counters, iteration }: Readonly<RunState>): boolean =>
  counters.iterations > 0 || iteration !== undefined;

/** A version that is not adopted: a failure that called for it is still there, and a draft has nothing to continue. */
function declined({ replan, iteration, phase }: Readonly<RunState>, kind: ApprovalState["kind"]): Rejection {
  if (!replan)
    return iteration || phase !== "planning" ? { code: "ends_run", answered: true } : { code: "keeps_plan" };
  const isReview = kind === "control_waiver" && replan.cause.trigger === "review";
  return { code: replan.covers.length > 0 || isReview ? "asks_about_failure" : "keeps_plan" };
}

const REJECTED = { code: "rejected", diagnosis: { code: "rejected" } } as const;

function afterRefusedTask(state: RunState, task: TaskState): Rejection {
  const [event] = failAttempt(state, task, REJECTED, state.lastAt);
  if (event?.type === "task_retried")
    return { code: "asks_again", attempts: event.payload.attempts - event.payload.attempt + 1 };
  const leads = event?.type === "task_failed" && event.payload.consequence;
  if (leads === "halt" || leads === "replan") return afterFailure(state, task, leads);
  return withoutPassing(state, task);
}

/** What waits for a control that was not passed can never start: where that is critical, it is a failure of its own. */
function withoutPassing(state: RunState, control: TaskState): Rejection {
  const given = new Set<string>();
  for (const queue = [control]; queue.length > 0; ) {
    const from = queue.shift() as TaskState;
    for (const task of dependentsOf(state, from.id)) {
      const { id } = task;
      const names =
        from === control || task.spec.uses.includes(from.id) || from.spec.type === "synthesis_gate";
      if (isTerminalTask(task.status) || given.has(id) || !names) continue;
      const event = blockTask(task, REJECTED.diagnosis);
      if (event.type === "task_blocked")
        return afterFailure(state, task, event.payload.consequence === "replan" ? "replan" : "halt");
      given.add(id);
      queue.push(task);
    }
  }
  return { code: "ends_branch", taskIds: [...given] };
}

function afterFailure(state: RunState, task: TaskState, as: "halt" | "replan"): Rejection {
  const [review] = dependentsOf(state, task.id)
    .filter(({ spec, status }) => spec.type === "planning_review" && status === "pending")
    .sort((a, b) => a.order - b.order);
  if (as === "halt" && review) return { code: "review_decides", taskId: review.id };
  switch (replanAfter(state, task, as)) {
    case "off":
      return { code: "ends_run", ...(state.counters.iterations > 0 && { answered: true }) };
    case "spent":
      return { code: "limit_spent" };
    case "starts":
      return { code: "plans_again" };
  }
}

const dependentsOf = (state: RunState, id: string): TaskState[] =>
  (getOwn(state.dependents, id) ?? []).flatMap((one) => getOwn(state.tasks, one) ?? []);
