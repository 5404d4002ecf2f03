import type { Issue, Plan, Task } from "./schema";

/** Warnings of what a plan asks for and nobody does: it only adds to a task, and is left out. */
export function unsupportedIssues(plan: Plan): Issue[] {
  return plan.tasks.flatMap(uselessChecks);
}

/** A person and a reviewer judge what lies before them; what they say is not held against anything. */
function uselessChecks({ id, type, verification, outputSchema, llmReview, qualityGate }: Task): Issue[] {
  if (type !== "planning_review" && type !== "human_review") return [];
  const asked = { verification, outputSchema, llmReview, qualityGate };
  return Object.entries(asked)
    .filter(([, value]) => value !== undefined && value !== false)
    .map(([path]) => {
      const message = `"${id}" is a ${type}, whose outcome is not checked: its ${path} is left out.`;
      return { severity: "warning", code: "unsupported", message, taskId: id, path };
    });
}
