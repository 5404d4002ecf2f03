import type { Issue, Plan, Task } from "./schema";

/** Warnings of what a plan asks for and nobody does: it only adds to a task or an agent, and is left out. */
export function unsupportedIssues(plan: Plan): Issue[] {
  const issues = plan.tasks.flatMap(uselessChecks);
  for (const [name, agent] of Object.entries(plan.agents)) {
    if (agent.reflection === undefined) continue;
    const message = `The agent "${name}" asks for answer reflection, which this version does not do: it is left out.`;
    issues.push({ severity: "warning", code: "unsupported", message, path: `agents.${name}.reflection` });
  }
  return issues;
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
