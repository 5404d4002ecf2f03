import { isSameJson, type Json } from "../json";
import { reviewDefaults } from "../plan/defaults";
import type { ReadPlan } from "../plan/read/plan";
import type { ReadOptions } from "../plan/read/report";
import { type Issue, type Plan, type ReviewSpec, reviewSpec } from "../plan/schema";
import { listReviewTemplates, reviewName, reviewTemplate } from "../plan/templates";

/** A review that people have set up: a plan of the one task that asks it, whose objective says when it is wanted. */
type KnownReview = { name: string; body: Plan };

/** What such a review asks, and when to put it into a plan. */
export type OwnReview = { name: string; useWhen?: string; review: ReviewSpec };

/** What a review of the workspace asks; undefined where its plan is anything else than one planning review. */
export function ownReview({ name, body }: KnownReview): OwnReview | undefined {
  const review = reviewIn(body);
  const { objective: useWhen = "" } = body;
  return review && { name, review, ...(useWhen !== "" && { useWhen }) };
}

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

/** The templates that are reviews, each with what it asks. */
export const ownReviews = (templates: readonly KnownReview[]): OwnReview[] =>
  templates.flatMap((one) => ownReview(one) ?? []);

/** True when a plan names a review that not every workspace has. */
export const namesOwnReview = ({ plan }: Pick<ReadPlan, "plan">): boolean =>
  plan?.tasks.some(({ review }) => isOwn(review?.template)) ?? false;

const isOwn = (template: string | undefined): template is string =>
  template !== undefined && !reviewTemplate(template);

/** `inForce`: the plan that is written again. */
type CompletionOptions = Pick<ReadOptions, "leaveOut"> & { inForce?: Plan | undefined };

/**
 * The plan with the reviews that it names completed from those that the workspace has; what it says itself stays. A review
 * that the plan in force has asks what it asks there, whatever has become of the one that it was completed from: a name is
 * looked up once, before people see the plan. A name that nobody has is an error: what its writer counts on would not be
 * asked. Where a person leaves the name out, the review asks what it says itself.
 */
export function withReviews(
  read: ReadPlan,
  known: readonly OwnReview[],
  { leaveOut = [], inForce }: CompletionOptions = {},
): ReadPlan {
  const { plan, unread = [], leftOut = [] } = read;
  if (!plan || !namesOwnReview(read)) return read;
  const wantedReview = reviewFinder(known, inForce);
  const errors: Issue[] = [];
  const without: Issue[] = [];
  const unnamed = read.warnings.filter(({ code }) => code === "unknown_review_template");
  const tasks = plan.tasks.map((task) => {
    const { review } = task;
    if (!review || !isOwn(review.template)) return task;
    const own = wantedReview(task.id, review.template);
    if (own) return { ...task, review: completed(review, own) };
    const { template, ...said } = review;
    const path = unnamed.find(({ message }) => message.includes(`"${template}"`))?.path;
    const issue = { ...unknownReview(task.id, template, known), ...(path !== undefined && { path }) };
    if (path === undefined || !leaveOut.includes(path)) {
      errors.push(issue);
      return task;
    }
    without.push(issue);
    return { ...task, review: said };
  });
  const settleable = [...unread, ...errors.filter(({ path }) => path !== undefined)];
  const gone = [...leftOut, ...without];
  return {
    ...read,
    plan: { ...plan, tasks },
    warnings: read.warnings.filter(({ code }) => code !== "unknown_review_template"),
    errors: [...read.errors, ...errors],
    ...(settleable.length > 0 && { unread: settleable }),
    ...(gone.length > 0 && { leftOut: gone }),
  };
}

/** Finds what a task asks by a name: what it asks in force, else the workspace's review, else one in force by that name. */
function reviewFinder(known: readonly OwnReview[], inForce: Plan | undefined) {
  const asked = (inForce?.tasks ?? []).flatMap(({ id, review }) =>
    review && isOwn(review.template) ? [{ id, name: reviewName(review.template), review }] : [],
  );
  const all = [...asked, ...known.map(({ name, review }) => ({ name: reviewName(name), review }))];
  const byName = new Map(all.map(({ name, review }) => [name, review]));
  return (taskId: string, template: string): ReviewSpec | undefined => {
    const name = reviewName(template);
    return asked.find((one) => one.id === taskId && one.name === name)?.review ?? byName.get(name);
  };
}

/** What decides whether people are asked at a review, and what becomes of it where they are not. */
const OF_PEOPLE = ["requiresHumanApproval", "condition", "approvalTimeoutSeconds", "onTimeout"] as const;

/**
 * A model's plan with the reviews that it names from templates which people have to approve: they are asked as the template says,
 * under no condition and deadline of the model's. What stands in force stays as it is.
 */
export function heldToTemplates(plan: Plan, known: readonly OwnReview[], inForce?: Plan): Plan {
  const names = new Map(known.map(({ name, review }) => [reviewName(name), review]));
  const ofName = (template: string) =>
    reviewTemplate(template) ? reviewDefaults(template) : names.get(reviewName(template));
  const stands = new Set(inForce?.tasks.map(({ id }) => id));
  const held = plan.tasks.map((task) => {
    const { review } = task;
    const own = review?.template === undefined ? undefined : ofName(review.template);
    if (!review || !own?.requiresHumanApproval || stands.has(task.id)) return task;
    const said = Object.entries(review).filter(([field]) => !OF_PEOPLE.some((one) => one === field));
    const asked = OF_PEOPLE.flatMap((field) => (own[field] === undefined ? [] : [[field, own[field]]]));
    return { ...task, review: reviewSpec.parse(Object.fromEntries([...said, ...asked])) };
  });
  return { ...plan, tasks: held };
}

/** Names beyond these are not listed: the list goes back to a model. */
const MAX_LISTED_NAMES = 20;

function unknownReview(taskId: string, template: string, known: readonly OwnReview[]): Issue {
  const names = [...listReviewTemplates(), ...known].map(({ name }) => `"${name}"`);
  const more = names.length > MAX_LISTED_NAMES ? ", …" : "";
  const listed = names.slice(0, MAX_LISTED_NAMES).join(", ");
  const message = `There is no review template "${template}". Name another one (${listed}${more}), or say what the review asks.`;
  return { severity: "error", code: "unknown_review_template", message, taskId };
}

const UNSAID = reviewSpec.parse({});
/** All but what names other tasks: those are of another plan. */
const COMPLETED_FIELDS = [
  ...(["focus", "decisionPoints", "potentialOutcomes", "requiresHumanApproval", "condition"] as const),
  ...(["reviewers", "consensus", "approvalTimeoutSeconds", "onTimeout"] as const),
];

const isUnsaid = (review: ReviewSpec, field: (typeof COMPLETED_FIELDS)[number]): boolean =>
  review[field] === undefined || isSameJson(review[field], UNSAID[field] as Json);

/** The review with what it does not say itself. */
function completed(review: ReviewSpec, own: ReviewSpec): ReviewSpec {
  const unsaid = COMPLETED_FIELDS.filter((field) => isUnsaid(review, field) && own[field] !== undefined);
  return { ...review, ...Object.fromEntries(unsaid.map((field) => [field, own[field]])) };
}
