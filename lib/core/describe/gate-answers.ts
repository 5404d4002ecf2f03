import { firstTasks, nextTasks, type Risk } from "../run/gates/risk";
import { answerRow, type Consequence, type GateVerb } from "../run/gates/table";
import type { ApprovalState, RunState, TaskState } from "../run/state";
import { isTerminalTask } from "../run/status";
import { verbLabel } from "./gates";

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
    case "engine_fault":
      return "The engine takes the run up again where its record ends.";
  }
}

const toolOf = ({ subject }: Pick<ApprovalState, "subject">): string | number => subject?.tool ?? "The tool";

type Asked = Pick<ApprovalState, "kind" | "subject">;

/** What each answer leads to, where that does not go without saying. */
const HELP: { [code in Consequence]?: string | ((gate: Asked) => string) } = {
  redraft_plan: "The plan is written again with your comment.",
  reject_plan: "The plan does not run, and the run ends.",
  pass_edited: "You change the value before it is passed on.",
  pass_given: "Your words become the result.",
  fail_task: "The task fails with your comment as the diagnosis.",
  fail_with_changes: "The rest of the plan is replanned with your comment.",
  replace_tail: "What is left is replaced by a new tail; finished work stays.",
  finish_with_result: "The rest is skipped and the run ends early with a result.",
  finish_without_budget:
    "Nothing more is started; the answer is written from what there is, without a model if none fits.",
  finish_early: "The run ends now with what there is.",
  end_run: "The run ends for good; nothing more is done.",
  run_edited_call: "You change the arguments before it runs.",
  refuse_call: "It does not run; its agent is told your comment and goes on.",
  answer_call: "Your answer goes to the agent that asks.",
  leave_unanswered: "There is no answer; its agent is told your comment and goes on.",
  take_outcome: "What you enter is taken for what it gave; it is not run again.",
  repeat_call: "It is run now, with the same arguments.",
  raise_limit: "The limit rises to the number you give, and the run goes on.",
  ask_model_again: ({ subject }) =>
    subject?.model === undefined ? "What waits is tried again." : `What waits asks ${subject.model} again.`,
  replace_model: ({ subject }) =>
    `From here on this run asks the one you choose wherever it would have asked ${subject?.model}, in every role. Attempts that ${subject?.model} has begun start over, which costs no retry.`,
};

/** What a verb leads to at this kind of gate; undefined where that goes without saying. */
export function verbHelp(verb: GateVerb, gate: Asked): string | undefined {
  const row = answerRow(gate.kind, verb);
  const help = row && HELP[row.leadsTo];
  return typeof help === "function" ? help(gate) : help;
}

/** What a decision on a review leads to. */
export function decisionHelp(state: RunState, taskId: string | undefined, decision: GateVerb): string {
  if (decision !== "CONTINUE") return verbHelp(decision, { kind: "review_decision" }) ?? "";
  const left = openTasks(state).filter((task) => task.id !== taskId).length;
  if (left === 0) return "Nothing else is left of the plan; the run comes to its end.";
  return `The plan goes on as it is: ${count(left, "task")} left.`;
}

/** Why an answer takes a second step, as whoever gives it is told. */
export function describeRisk(risk: Risk): string {
  switch (risk.code) {
    case "ends_run": {
      const what = risk.verb === "reject" ? "Rejecting the plan" : "Aborting";
      return `${what} ends the run for good. Finished work stays in the record; nothing more is done.`;
    }
    case "repeats_call":
      return `${risk.tool} runs again. If it has already happened, it happens twice.`;
    case "repeats_known_call":
      return `${risk.tool} has already been done with exactly these arguments: it is done once more.`;
    case "starts_changes": {
      const named = risk.tasks.map(({ title, tools }) => `“${title}” (by ${tools.join(", ")})`);
      return `What starts next can change things outside: ${named.join("; ")}.`;
    }
  }
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
