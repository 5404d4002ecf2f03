import type { Issue, Plan, Task } from "./schema";

/**
 * What a plan asks for and this version does not do. Running the plan without it would promise what never happens, so
 * these are errors; what only adds to a task or an agent is left out, with a warning.
 */
export function unsupportedIssues(plan: Plan): Issue[] {
  const issues = plan.tasks.flatMap(taskIssues);
  for (const [name, agent] of Object.entries(plan.agents)) {
    if (agent.reflection === undefined) continue;
    const message = `The agent "${name}" asks for answer reflection, which this version does not do: it is left out.`;
    issues.push({ severity: "warning", code: "unsupported", message, path: `agents.${name}.reflection` });
  }
  return issues;
}

function severalReviewers(taskId: string): Issue {
  const message = `"${taskId}" has several reviewers, which this version cannot run yet: name one, or none for the planning agent.`;
  return { severity: "error", code: "unsupported", message, taskId, path: "review.reviewers" };
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

function taskIssues(task: Task): Issue[] {
  const { id, review } = task;
  const useless = uselessChecks(task);
  return review && review.reviewers.length > 1 ? [...useless, severalReviewers(id)] : useless;
}
