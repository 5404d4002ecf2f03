import { isJsonObject } from "../json";
import { getOwn } from "../own";
import type { ReviewAnswer } from "./events/reviews";
import type { RunState, TaskState } from "./state";

/** What a reviewer found wanting at a checkpoint that let the work go on; `reviewer` only where several judged. */
export type ReviewWarning = Pick<ReviewAnswer, "question" | "evidence"> & {
  taskId: string;
  title: string;
  answer: Exclude<ReviewAnswer["answer"], "yes">;
  reviewer?: string;
};

/**
 * Warnings that nothing has answered: of reviews of the plan in force that let it go on or called it achieved. A review
 * that replanned or stopped has acted on its own (docs/engine.md, "Results that stand").
 */
export function reviewWarnings(state: Readonly<RunState>): ReviewWarning[] {
  return state.order.flatMap((id) => {
    const task = getOwn(state.tasks, id);
    return task && letsGoOn(task) ? warningsOf(task) : [];
  });
}

/** Mistakes that the last self-critique found in how the plan was carried out; a failed one found none. */
export function foundMistakes({ selfCritiques = [] }: Pick<RunState, "selfCritiques">): readonly string[] {
  const last = selfCritiques.findLast((said) => !("failed" in said));
  return last && !("failed" in last) ? last.mistakes : [];
}

function letsGoOn({ spec, status, result }: TaskState): boolean {
  if (spec.type !== "planning_review" || status !== "succeeded") return false;
  if (!result || !("inline" in result) || !isJsonObject(result.inline)) return false;
  return result.inline.decision === "CONTINUE" || result.inline.decision === "COMPLETE";
}

function warningsOf({ id: taskId, spec: { title }, proposal, votes = [] }: TaskState): ReviewWarning[] {
  const voted = votes.flatMap(({ reviewer, proposal: own }) =>
    own ? own.answers.map((answer) => ({ ...answer, reviewer })) : [],
  );
  const given: (ReviewAnswer & { reviewer?: string })[] =
    voted.length > 0 ? voted : (proposal?.answers ?? []);
  return given.flatMap(({ answer, ...rest }) =>
    answer === "yes" ? [] : [{ taskId, title, answer, ...rest }],
  );
}
