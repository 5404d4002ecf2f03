import type { Issue, Plan, Task } from "./schema";

/**
 * What a plan asks for and this version does not do. Running the plan without it would promise a check that never
 * happens, so these are errors; the one of agents only advises.
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

function taskIssues(task: Task): Issue[] {
  const { id, review } = task;
  const issues: Issue[] = [];
  const refuse = (what: string, path: string, instead: string): void => {
    const message = `"${id}" ${what}, which this version cannot run yet: ${instead}.`;
    issues.push({ severity: "error", code: "unsupported", message, taskId: id, path });
  };
  if (task.type === "direct") refuse("is a direct task", "type", "give the work to an agent");
  if (task.verification !== undefined) {
    refuse(
      "has a verification predicate",
      "verification",
      "use a JSON Schema as outputSchema, or a planning review",
    );
  }
  if (task.llmReview !== false) refuse("has llmReview", "llmReview", "add a planning review after it");
  if (task.qualityGate) refuse("has a qualityGate", "qualityGate", "add a planning review before it");
  if (review && review.reviewers.length > 1) {
    refuse("has several reviewers", "review.reviewers", "name one, or none for the planning agent");
  }
  return issues;
}
