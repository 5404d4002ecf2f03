import { quoted } from "../../legible/marked";
import { getOwn } from "../../own";
import { answerRow, type Consequence, type GateVerb, verbsOfKind } from "../../run/gates/table";
import type { ApprovalState, RunState, TaskState } from "../../run/state";
import { isTerminalTask } from "../../run/status";
import { verbLabel } from "./words";

/** What the first verb of a gate leads to; of one whose verbs are not those of its kind, what the kind's first does. */
function foremost({ kind, verbs: [first] }: ApprovalState): Consequence | undefined {
  const [usual] = verbsOfKind(kind);
  const row = (first && answerRow(kind, first)) ?? (usual && answerRow(kind, usual));
  return row?.leadsTo;
}

const HEADINGS: { [code in Consequence]?: string } = {
  answer_call: "If you answer",
  take_proposal: "What you decide about",
  keep_plan: "What you decide about",
};

/** The heading over what the first verb leads to. */
export function consequenceHeading(gate: ApprovalState): string {
  const [first = "approve"] = gate.verbs;
  const code = foremost(gate);
  const choice = first === "approve" ? "approve" : `choose ${verbLabel(first).toLowerCase()}`;
  return (code && HEADINGS[code]) ?? `If you ${choice}`;
}

type Sentences = string | ((gate: ApprovalState, state: RunState) => string);

const DECISION_TAKES_EFFECT =
  "Your decision takes effect immediately. The reviewer's proposal stays on record.";

/** What happens when a gate's first verb is chosen, of those that can be the first. */
const OUTCOMES: { [code in Consequence]?: Sentences } = {
  pass_shown: afterGate,
  pass_edited: afterGate,
  pass_given: afterGate,
  start_plan: (_, state) => afterPlan(state),
  adopt_version:
    "The new version takes effect as soon as the people of every weakened control approve, and what it does then counts as approved.",
  change_plan:
    "The new version takes effect and the run continues with it; finished work is kept. Without an answer in time the approved version stays.",
  refine_plan:
    "The plan changes exactly like this and continues, and the tasks that wait for it may start. Without an answer in time it stays as it is.",
  give_answer: ({ shown }) =>
    shown ? "The run ends with this answer." : "The run writes its answer and ends.",
  take_proposal: DECISION_TAKES_EFFECT,
  keep_plan: DECISION_TAKES_EFFECT,
  run_call: (gate) => `${toolOf(gate)} runs with these arguments and the task continues with its output.`,
  answer_call: (gate) => `Your answer becomes the output of ${toolOf(gate)} and the task continues with it.`,
  take_outcome: (gate) =>
    `What you enter is used as the output of ${toolOf(gate)}. The tool is not run again, and the task continues.`,
  repeat_call: (gate) =>
    `${toolOf(gate)} runs again with the same arguments, and the task continues with its output.`,
  raise_limit: "The limit is raised to the number you enter below, and the blocked work continues.",
  write_tail_again: "Another tail is written and validated. The plan stays unchanged until one is valid.",
  ask_model_again: "Pending work is retried. Nothing that has finished is repeated.",
  resume_engine: "The engine resumes the run from its last recorded event.",
};

/** What happens when the gate's first verb is chosen, in sentences. */
export function consequenceOf(state: RunState, gate: ApprovalState): string {
  const code = foremost(gate);
  const said = code && (OUTCOMES[code] ?? HELP[code]);
  return typeof said === "function" ? said(gate, state) : (said ?? "");
}

/** The heading over what rejecting leads to. */
export const rejectionHeading = ({ kind }: Pick<ApprovalState, "kind">): string =>
  `If you ${verbLabel("reject", kind).toLowerCase()}`;

const toolOf = ({ subject }: Pick<ApprovalState, "subject">): string | number => subject?.tool ?? "The tool";

type Asked = Pick<ApprovalState, "kind" | "subject" | "taskId">;

/** What each answer leads to, where that does not go without saying. */
const HELP: { [code in Consequence]?: string | ((gate: Asked) => string) } = {
  redraft_plan: "The plan is written again with your comment.",
  reject_plan: "The plan does not run, and the run ends.",
  keep_version: "The current plan version stays. Your comment goes to the next replan.",
  rewrite_change: "The change is written again with your comment. The approved plan stays until then.",
  decline_change: "The approved plan stays as it is, and what can continue does.",
  leave_plan: "The plan stays as it is, and the tasks that wait may start.",
  rewrite_answer: "The answer is written with your comment, and you are asked again before it is given.",
  withhold_answer: "The run ends without an answer.",
  pass_edited: "Change the value before it is passed on.",
  pass_given: "Your answer becomes the result.",
  fail_task: "The task fails with your comment as the diagnosis.",
  fail_with_changes: "The rest of the plan is replanned with your comment.",
  keep_waiting:
    "Your question stays here for people to answer: no model does. Those who plan or do later work read it. The gate stays open, and its deadline runs on.",
  replace_tail: "Replaces the rest of the plan with a new tail. Finished work is kept.",
  finish_with_result: "Skips the rest and ends the run early with a result.",
  finish_without_budget:
    "No more tasks start. The answer is written from the results so far, without a model if the budget allows none.",
  finish_early: "Ends the run now with the results so far.",
  end_run: "Ends the run. No more work is done, and this cannot be undone.",
  run_edited_call: "Change the arguments before it runs.",
  refuse_call: "It does not run. The agent sees your comment and continues.",
  answer_call: "Your answer goes to the agent that asked.",
  leave_unanswered: "No answer is given. The agent sees your comment and continues.",
  take_outcome: "What you enter is used as its output; it is not run again.",
  repeat_call: "Runs it now with the same arguments.",
  raise_limit: "Raises the limit to the number you enter; the run continues.",
  ask_model_again: ({ subject }) =>
    subject?.model === undefined ? "Retries pending work." : `Retries pending work with ${subject.model}.`,
  replace_model: ({ subject }) =>
    `From now on, this run uses the model you choose in place of ${subject?.model}, in every role. Attempts started by ${subject?.model} start over without using up a retry.`,
};

/**
 * What a verb leads to at this gate; undefined where that goes without saying. `rejecting` is what the plan makes of a rejection
 * (`formatRejection`): it takes the rules of the engine, which a browser does without.
 */
export function verbHelp(verb: GateVerb, gate: Asked, rejecting?: string): string | undefined {
  if (rejecting !== undefined && verb === "reject") return rejecting;
  const row = answerRow(gate.kind, verb);
  const help = row && HELP[row.leadsTo];
  return typeof help === "function" ? help(gate) : help;
}

/** What a decision on a review leads to. */
export function decisionHelp(state: RunState, taskId: string | undefined, decision: GateVerb): string {
  if (decision !== "CONTINUE") return verbHelp(decision, { kind: "review_decision" }) ?? "";
  const left = openTasks(state).filter((task) => task.id !== taskId).length;
  if (left === 0) return "Nothing else is left in the plan, so the run finishes.";
  return `The plan continues unchanged: ${count(left, "task")} left.`;
}

/** Tasks that wait for this one alone or among others, and have not ended. */
const nextTasks = (state: RunState, taskId: string): TaskState[] =>
  (getOwn(state.dependents, taskId) ?? [])
    .flatMap((id) => getOwn(state.tasks, id) ?? [])
    .filter((task) => !isTerminalTask(task.status));

/** Tasks that start as soon as a plan version may run: behind what has ended, where something has. */
function firstTasks({ ready, order, tasks }: RunState): TaskState[] {
  const first = new Set(ready);
  return order.filter((id) => first.has(id)).flatMap((id) => getOwn(tasks, id) ?? []);
}

function afterGate(gate: ApprovalState, state: RunState): string {
  const isUnchanged = gate.shown !== undefined && foremost(gate) === "pass_shown";
  const passed = isUnchanged ? "The value shown below is passed on unchanged. " : "";
  const next = gate.taskId === undefined ? [] : nextTasks(state, gate.taskId);
  if (next.length === 0) return `${passed}Nothing else depends on it, so the run finishes.`;
  return `${passed}${starting("Then", next, state)}`;
}

function afterPlan(state: RunState): string {
  const tasks = openTasks(state);
  const gates = tasks.filter((task) => task.spec.type === "human_review").length;
  const asks = gates > 0 ? ` It asks a person ${gates === 1 ? "once" : `${gates} times`} along the way.` : "";
  return `The plan runs: ${count(tasks.length, "task")}. ${starting("First", firstTasks(state), state)}${asks}`;
}

function starting(when: string, tasks: TaskState[], { paused }: RunState): string {
  const named = tasks.slice(0, 3).map((task) => quoted(task.spec.title));
  if (tasks.length > 3) named.push(`${tasks.length - 3} more`);
  const last = named.pop();
  const all = named.length > 0 ? `${named.join(", ")} and ${last}` : last;
  const until = [
    ...(tasks.every((task) => task.unmet <= 1) ? [] : ["their other dependencies are done"]),
    ...(paused ? ["the run is resumed"] : []),
  ].join(" and ");
  return `${when} ${all} ${tasks.length === 1 ? "starts" : "start"}${until && ` as soon as ${until}`}.`;
}

const openTasks = (state: RunState): TaskState[] =>
  state.order.flatMap((id) => getOwn(state.tasks, id) ?? []).filter((task) => !isTerminalTask(task.status));

const count = (n: number, word: string): string => `${n} ${word}${n === 1 ? "" : "s"}`;
