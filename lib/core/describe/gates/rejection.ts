import { quoted } from "../../legible/marked";
import { getOwn } from "../../own";
import { type Rejection, rejectionAt } from "../../run/decide/gates/rejection";
import type { ApprovalState, RunState } from "../../run/state";

/** So many tasks that do not start stand in the sentence. */
const MAX_NAMED = 2;

/** What rejecting at a gate leads to, in one sentence for all doors; undefined where that goes without saying. */
export function formatRejection(
  state: Readonly<RunState>,
  gate: Pick<ApprovalState, "kind" | "taskId">,
): string | undefined {
  const rejection = rejectionAt(state, gate);
  return rejection && `Rejecting ${clauseOf(state, rejection)}.`;
}

function clauseOf(state: Readonly<RunState>, rejection: Rejection): string {
  const titleOf = (id: string) => quoted(getOwn(state.tasks, id)?.spec.title ?? id);
  switch (rejection.code) {
    case "asks_again":
      return `asks the question again: ${rejection.attempts} ${rejection.attempts === 1 ? "attempt is" : "attempts are"} left`;
    case "plans_again":
      return "has the rest of the plan written again with your comment; finished work is kept";
    case "limit_spent":
      return "asks for another replan, and the limit of replans is reached: people are asked whether to raise it";
    case "review_decides":
      return `leaves it to the review ${titleOf(rejection.taskId)} how the plan continues`;
    case "ends_branch":
      return endsBranch(rejection.taskIds.map(titleOf));
    case "ends_run":
      return rejection.answered ? "ends the run with the answer it has" : "ends the run";
    case "withholds_answer":
      return withholdsAnswer(rejection.results);
    case "keeps_plan":
      return "leaves the plan as it is, and what can continue does";
    case "asks_about_failure":
      return "leaves the plan as it is, and people are asked what to do about the failure";
  }
}

function withholdsAnswer(results: number): string {
  const ends = "ends the run without an answer";
  if (results === 0) return ends;
  return `${ends}: ${results === 1 ? "its result stays" : `its ${results} results stay`} on the run's page, not approved`;
}

function endsBranch(titles: readonly string[]): string {
  if (titles.length === 0) return "ends nothing but this task: the rest continues";
  const named = titles.slice(0, MAX_NAMED);
  const more = titles.length - named.length;
  const all = more > 0 ? `${named.join(", ")} and ${more} more` : named.join(" and ");
  return `ends this branch: ${all} ${titles.length === 1 ? "does" : "do"} not start, and the rest continues`;
}
