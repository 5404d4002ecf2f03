import { firstTasks, nextTasks } from "@/lib/core/run/gates/risk";
import type { ApprovalState, RunState, TaskState } from "@/lib/core/run/state";
import { isTerminalTask } from "@/lib/core/run/status";
import { verbLabel } from "../labels";

/** The heading over what the first verb leads to. */
export function consequenceHeading({ kind, verbs: [first = "approve"] }: ApprovalState): string {
  if (kind === "tool_input") return "If you answer";
  if (kind === "review_decision") return "What you decide about";
  return first === "approve" ? "If you approve" : `If you choose ${verbLabel(first).toLowerCase()}`;
}

/** What happens when the gate's first verb is chosen, in sentences. */
export function consequenceOf(state: RunState, gate: ApprovalState): string {
  const { kind, verbs } = gate;
  switch (kind) {
    case "human_review":
      return afterGate(state, gate);
    case "plan_approval":
      return afterPlan(state);
    case "review_decision":
      return "Your decision takes effect at once; the reviewer's proposal is kept beside it.";
    case "tool_approval":
      return `${toolOf(gate)} runs with these arguments, and the task goes on with what it gives. Rejected, it does not run, and the task goes on without it.`;
    case "tool_input":
      return `Your answer is what ${toolOf(gate)} gives, and the task goes on with it. If you do not answer, it goes on without.`;
    case "unknown_outcome":
      return verbs.includes("happened")
        ? `What you enter is taken for what ${toolOf(gate)} gave. It is not run again, and the task goes on.`
        : `${toolOf(gate)} is run again with the same arguments, and the task goes on with what it gives.`;
    case "budget":
      return "The limit rises to the number that you give below, and what was held up goes on.";
    case "replan_failed":
      return "Another tail is written and checked. The plan stays as it is until one fits.";
    case "model_unavailable":
      return "The work that waits is tried again. Nothing that has ended is repeated.";
    default:
      return "The engine takes the run up again where its record ends.";
  }
}

const toolOf = ({ subject }: ApprovalState): string | number => subject?.tool ?? "The tool";

const CALL_HELP: Record<string, string> = {
  edit: "You change the arguments before it runs.",
  reject: "It does not run; its agent is told your comment and goes on.",
  run: "It is run now, with the same arguments.",
};

/** What each verb beside the first leads to, where that does not go without saying. */
export function verbHelp(verb: string, kind?: ApprovalState["kind"]): string | undefined {
  if (kind === "tool_input") return INPUT_HELP[verb] ?? HELP[verb];
  if (kind === "tool_approval" || kind === "unknown_outcome") return CALL_HELP[verb] ?? HELP[verb];
  if (kind === "budget") return BUDGET_HELP[verb] ?? HELP[verb];
  return HELP[verb];
}

const INPUT_HELP: Record<string, string> = {
  respond: "Your answer goes to the agent that asks.",
  reject: "There is no answer; its agent is told your comment and goes on.",
};

const BUDGET_HELP: Record<string, string> = {
  raise: "The limit rises to the number you give, and the run goes on.",
  complete:
    "Nothing more is started; the answer is written from what there is, without a model if none fits.",
};

const HELP: Record<string, string> = {
  edit: "You change the value before it is passed on.",
  respond: "Your words become the result.",
  reject: "The task fails with your comment as the diagnosis.",
  request_changes: "The rest of the plan is replanned with your comment.",
  other: "This run asks another model instead from here on.",
  complete: "The run ends now with what there is.",
  abort: "The run ends for good.",
};

const DECISION_HELP: Record<string, string> = {
  REPLAN: "What is left is replaced by a new tail; finished work stays.",
  COMPLETE: "The rest is skipped and the run ends early with a result.",
  ABORT: "The run ends for good; nothing more is done.",
};

/** What a decision on a review leads to. */
export function decisionHelp(state: RunState, taskId: string | undefined, decision: string): string {
  if (decision !== "CONTINUE") return DECISION_HELP[decision] ?? "";
  const left = openTasks(state).filter((task) => task.id !== taskId).length;
  if (left === 0) return "Nothing else is left of the plan; the run comes to its end.";
  return `The plan goes on as it is: ${count(left, "task")} left.`;
}

function afterGate(state: RunState, gate: ApprovalState): string {
  const passed = gate.shown === undefined ? "" : "What is shown below is passed on as it stands. ";
  const next = gate.taskId === undefined ? [] : nextTasks(state, gate.taskId);
  if (next.length === 0) return `${passed}Nothing else waits for it: the run comes to its end.`;
  return `${passed}${starting("Then", next)}`;
}

function afterPlan(state: RunState): string {
  const tasks = openTasks(state);
  const gates = tasks.filter((task) => task.spec.type === "human_review").length;
  const asks = gates > 0 ? ` It asks a person ${gates === 1 ? "once" : `${gates} times`} on the way.` : "";
  return `The plan runs: ${count(tasks.length, "task")}. ${starting("First", firstTasks(state))}${asks}`;
}

function starting(when: string, tasks: TaskState[]): string {
  const named = tasks.slice(0, 3).map((task) => `“${task.spec.title}”`);
  if (tasks.length > 3) named.push(`${tasks.length - 3} more`);
  const last = named.pop();
  const all = named.length > 0 ? `${named.join(", ")} and ${last}` : last;
  const others = tasks.every((task) => task.unmet <= 1)
    ? ""
    : ", as soon as everything else they need is there";
  return `${when} ${all} ${tasks.length === 1 ? "starts" : "start"}${others}.`;
}

const openTasks = (state: RunState): TaskState[] =>
  state.order.flatMap((id) => state.tasks[id] ?? []).filter((task) => !isTerminalTask(task.status));

const count = (n: number, word: string): string => `${n} ${word}${n === 1 ? "" : "s"}`;
