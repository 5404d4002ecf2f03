import type { Json } from "../json";
import { getOwn } from "../own";
import { WORKING_TYPES } from "../plan/words";
import { standings } from "../run/standing";
import type { RunState, TaskState } from "../run/state";
import { cutText } from "../text";
import { formatReason } from "./reason";
import { describeResultStanding } from "./standing";
import { valueAsMarkdown } from "./value-markdown";

/** Characters of one result. */
const RESULT_CHARS = 5_000;

/**
 * The answer of a run that closes because a budget is spent, where even the call that would write it does not fit:
 * what was answered before, the results that stand, what was changed outside, a line each, and what was not done
 * (docs/engine.md, "Budgets"). `resultOf` gives a result whole; what a synthesis combined does not stand twice.
 */
export function ruleBasedAnswer(
  state: Readonly<RunState>,
  resultOf: (task: TaskState) => Json,
  effectsDone: readonly string[] = [],
): string {
  const { ledger, summaries, order, tasks } = state;
  const standing = standings(state);
  const all = order.flatMap((id) => getOwn(tasks, id) ?? []);
  const done = all.filter(({ status }) => status === "succeeded");
  const left = all.filter(
    ({ status, failureCode }) => status !== "succeeded" && failureCode !== "changes_requested",
  );
  const combined = new Set(
    done.flatMap(({ spec }) => (spec.type === "synthesis_gate" ? spec.dependsOn : [])),
  );
  const shown = done.filter(
    ({ id, spec }) =>
      (WORKING_TYPES.has(spec.type) || isChangedAt(standing, id)) &&
      !combined.has(id) &&
      standing.get(id)?.as === "in_force",
  );
  const refused = done.filter(({ id }) => standing.get(id)?.as === "refused");
  const earlier = summaries.at(-1)?.finalAnswer.preview;
  const { closing, closedAt } = ledger;
  const why = formatReason({ code: "budget_exhausted", counter: closing ?? "", ...closedAt });
  return [
    `${why} No model could write the answer. ${done.length} of ${all.length} tasks have a result.`,
    ...(earlier === undefined ? [] : [`## Answered before\n\n${earlier}`]),
    ...(shown.length === 0 ? [] : ["## Results"]),
    ...shown.map(
      (task) => `### ${task.spec.title}\n\n${cutText(valueAsMarkdown(resultOf(task)), RESULT_CHARS)}`,
    ),
    ...(effectsDone.length === 0
      ? []
      : [`## Changed outside\n\n${effectsDone.map((line) => `- ${line}`).join("\n")}`]),
    ...(left.length + refused.length === 0
      ? []
      : [`## Not done\n\n${[...left.map(unfinishedLine), ...refused.map(refusedLine)].join("\n")}`]),
  ].join("\n\n");

  function refusedLine({ id, spec }: TaskState): string {
    return `- ${spec.title}: ${describeResultStanding(state, standing.get(id))}`;
  }
}

/** Is it the gate at which people put something else in the place of a result? */
function isChangedAt(standing: ReturnType<typeof standings>, gate: string): boolean {
  return [...standing.values()].some((one) => one.as === "changed" && one.at === gate);
}

function unfinishedLine({ spec, status, diagnosis }: TaskState): string {
  return `- ${spec.title} (${status})${diagnosis === undefined ? "" : `: ${formatReason(diagnosis)}`}`;
}
