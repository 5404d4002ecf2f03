import type { Report } from "./read/report";
import { type GateSpec, gateSpec, type ReviewSpec, reviewSpec, type Task } from "./schema";
import { listReviewTemplates, reviewTemplate, templateFields } from "./templates";

/** What a review says that says nothing but its template (docs/plans.md, "Templates"). */
export function reviewDefaults(template?: string): ReviewSpec {
  return reviewSpec.parse(templateFields(template));
}

/** A review as it was written, completed by its template, then by defaults; an unknown template is a warning. */
export function completeReview(
  given: Record<string, unknown>,
  path: string,
  report: Report,
  taskId?: string,
): ReviewSpec {
  const written = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const template = typeof written.template === "string" ? written.template : undefined;
  if (template !== undefined && !reviewTemplate(template)) {
    const names = listReviewTemplates().map(({ name }) => name);
    const message = `There is no review template "${template}" in every workspace; there are: ${names.join(", ")}.`;
    report.warn("unknown_review_template", path, message, taskId);
  }
  return reviewSpec.parse({ ...templateFields(template), ...written });
}

/** The review of a task with every default filled in; it reviews its dependencies unless it names other tasks. */
export function reviewOf(task: Pick<Task, "review" | "dependsOn">): ReviewSpec {
  const review = task.review ?? reviewSpec.parse({});
  return review.previousTasks.length > 0 ? review : { ...review, previousTasks: task.dependsOn };
}

/** The human gate of a task with every default filled in; its prompt is the title unless it has one. */
export function gateOf(task: Pick<Task, "gate" | "title">): GateSpec {
  const gate = task.gate ?? gateSpec.parse({});
  return gate.prompt === "" ? { ...gate, prompt: task.title } : gate;
}

/**
 * The predicate that a task's result is held to. `true` is none: it says the same of each, and plans write it where they want
 * none (docs/plans.md, "Replacing the tail").
 */
export const predicateOf = ({ verification }: Pick<Task, "verification">): string | undefined =>
  verification?.trim() === "true" ? undefined : verification;
