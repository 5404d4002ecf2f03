import type { ReadPlan } from "../plan/read/plan";
import { type Plan, type ReviewSpec, reviewSpec } from "../plan/schema";
import { reviewName, reviewTemplate } from "../plan/templates";

/** A review that people have set up: a plan of the one task that asks it. */
export type KnownReview = { name: string; body: Plan };

/** The review that a template holds; undefined where its plan is anything else than one planning review. */
export function reviewIn({ tasks }: Plan): ReviewSpec | undefined {
  const [task, ...others] = tasks;
  return others.length === 0 && task?.type === "planning_review" ? task.review : undefined;
}

/** Why a plan is no review template of this name, in words; undefined for one that is. */
export function reviewProblem({ name, body }: KnownReview): string | undefined {
  if (reviewTemplate(name))
    return `“${name}” names a review that is there in every workspace. Choose another name.`;
  if (reviewName(name) === "") return "Enter a name with letters or digits.";
  return reviewIn(body) ? undefined : "Enter one planning review, and no other task.";
}

/** True when a plan names a review that not every workspace has. */
export const namesOwnReview = ({ plan }: ReadPlan): boolean =>
  plan?.tasks.some(({ review }) => isOwn(review?.template)) ?? false;

const isOwn = (template: string | undefined): template is string =>
  template !== undefined && !reviewTemplate(template);

/** The plan with the reviews that it names completed from those that the workspace has; what it says itself stays. */
export function withReviews(read: ReadPlan, known: readonly KnownReview[]): ReadPlan {
  const byName = new Map(known.map(({ name, body }) => [reviewName(name), reviewIn(body)]));
  const found = new Set<string>();
  const tasks = read.plan?.tasks.map((task) => {
    const template = task.review?.template;
    const own = isOwn(template) ? byName.get(reviewName(template)) : undefined;
    if (!task.review || !own || template === undefined) return task;
    found.add(template);
    return { ...task, review: completed(task.review, own) };
  });
  if (!read.plan || !tasks || found.size === 0) return read;
  const isAnswered = ({ code, path = "", message }: ReadPlan["warnings"][number]) =>
    code === "unknown_value" &&
    path.endsWith("template") &&
    [...found].some((one) => message.includes(`"${one}"`));
  return {
    ...read,
    plan: { ...read.plan, tasks },
    warnings: read.warnings.filter((one) => !isAnswered(one)),
  };
}

const UNSAID = reviewSpec.parse({});

function completed(review: ReviewSpec, own: ReviewSpec): ReviewSpec {
  const pick = <Key extends keyof ReviewSpec>(key: Key): ReviewSpec[Key] =>
    JSON.stringify(review[key]) === JSON.stringify(UNSAID[key]) ? own[key] : review[key];
  return {
    ...review,
    focus: pick("focus"),
    decisionPoints: pick("decisionPoints"),
    potentialOutcomes: pick("potentialOutcomes"),
    requiresHumanApproval: pick("requiresHumanApproval"),
  };
}
