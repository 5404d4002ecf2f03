import type { Actor } from "@/lib/auth/actor";
import { invalidInput } from "@/lib/core/errors";
import type { GivenReviewsInput } from "@/lib/core/inputs/create-run";
import { DECISIONS, type Task } from "@/lib/core/plan/schema";
import type { GivenOfFork } from "@/lib/core/run/commands";
import { type GateVerb, verbAmong, verbRow, verbsOfKind } from "@/lib/core/run/gates/table";
import { requireCapability } from "../verb";

type Asking = Pick<Task, "id" | "type">;

/**
 * The answers as the run keeps them. Throws `forbidden` without the right to review, and `invalid_input` for a task
 * that the plan lacks or that takes no decision, and for an answer that its kind of question does not take.
 */
export function checkedReviews(
  actor: Actor,
  given: GivenReviewsInput | undefined,
  plan: { tasks: readonly Asking[] } | undefined,
): Record<string, GivenOfFork> | undefined {
  if (!given || Object.keys(given).length === 0) return;
  requireCapability(actor, "review");
  if (!plan) throw invalidInput("reviews name tasks of a plan: send them together with one.");
  const reviewable = new Map(
    plan.tasks.filter((task) => verbsOf(task).length > 0).map((task) => [task.id, task]),
  );
  return Object.fromEntries(
    Object.entries(given).map(([taskId, { decision, reason, digest, value }]) => {
      const task = reviewable.get(taskId);
      if (!task) throw invalidInput(unknownReview(plan, taskId, [...reviewable.keys()]));
      const verb = verbAmong(verbsOf(task), decision);
      const others = verbsOf(task).join(", ");
      if (value !== undefined || verbAmong(valuedVerbs(task), decision) !== undefined)
        throw invalidInput(`reviews.${taskId}: ${NO_VALUE} Given before, it may be ${others}.`);
      if (verb === undefined) throw invalidInput(`reviews.${taskId}: “${decision}” is none of ${others}.`);
      return [
        taskId,
        { verb, ...(reason !== undefined && { reason }), ...(digest !== undefined && { digest }) },
      ];
    }),
  );
}

const NO_VALUE =
  'An answer with a value replaces what its gate shows, which nobody has seen yet: give it when the gate is open (npm run decide -- <gate> edit --value "…").';

/** Verbs that take a value in the place of what is shown. */
const valuedVerbs = ({ type }: Asking): readonly GateVerb[] =>
  type === "human_review" ? verbsOfKind(type).filter((verb) => verbRow(verb).needs === "value") : [];

/** Verbs that answer before the question is seen. */
export function verbsOf({ type }: Asking): readonly GateVerb[] {
  if (type === "planning_review") return DECISIONS;
  return type === "human_review" ? verbsOfKind(type).filter((verb) => verbRow(verb).needs === undefined) : [];
}

function unknownReview(
  { tasks }: { tasks: readonly Asking[] },
  taskId: string,
  reviewable: string[],
): string {
  const known = tasks.find(({ id }) => id === taskId);
  const what = known ? `is a ${known.type}, which takes no decision` : "is not a task of the plan";
  const there = reviewable.length === 0 ? "none" : reviewable.slice(0, 20).join(", ");
  return `reviews.${taskId}: “${taskId}” ${what}. Its reviews and human gates are: ${there}.`;
}
