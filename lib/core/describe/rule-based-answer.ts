import { getOwn } from "../own";
import type { RunState, TaskState } from "../run/state";
import { budgetName } from "./costs/budgets";
import { formatReason } from "./reason";

/**
 * The answer of a run that closes because a budget is spent, where even the call that would write it does not fit:
 * what was answered before, the results there are, and what was not done (docs/engine.md, "Budgets"). `shownOf` gives
 * a result as far as it is to be shown.
 */
export function ruleBasedAnswer(state: Readonly<RunState>, shownOf: (task: TaskState) => string): string {
  const { ledger, summaries, order, tasks } = state;
  const all = order.map((id) => getOwn(tasks, id) as TaskState);
  const done = all.filter((task) => task.status === "succeeded");
  const left = all.filter((task) => task.status !== "succeeded");
  const earlier = summaries.at(-1)?.finalAnswer.preview;
  const why = ledger.closing === undefined ? "A budget" : budgetName(ledger.closing);
  return [
    `${why} ran out before this mission was finished, so no model could write the answer. ${done.length} of ${all.length} tasks have a result.`,
    ...(earlier === undefined ? [] : [`## Answered before\n\n${earlier}`]),
    ...(done.length === 0 ? [] : ["## Results"]),
    ...done.map((task) => `### ${task.spec.title}\n\n${shownOf(task)}`),
    ...(left.length === 0 ? [] : [`## Not done\n\n${left.map(unfinishedLine).join("\n")}`]),
  ].join("\n\n");
}

function unfinishedLine({ spec, status, diagnosis }: TaskState): string {
  return `- ${spec.title} (${status})${diagnosis === undefined ? "" : `: ${formatReason(diagnosis)}`}`;
}
