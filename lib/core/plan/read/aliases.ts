import type { TaskType } from "../schema";

/** Names under which plan JSON is read, in snake_case; the first with a value counts (docs/plans.md, "Plan JSON"). */
export const ALIASES = {
  agents: ["agents", "workers"],
  prompt: ["prompt", "description", "role"],
  tools: ["tools", "capabilities"],
  tasks: ["tasks", "steps", "workflow", "phases"],
  id: ["id", "step_id", "name"],
  agent: ["agent", "worker", "assigned_to"],
  input: ["input", "query", "action", "description"],
  dependsOn: ["depends_on", "requires", "after", "dependencies"],
  outputSchema: ["output_schema", "signature", "output_signature"],
  type: ["type", "step_type"],
  planTitle: ["title", "name", "plan_title"],
  objective: ["objective", "goal", "mission"],
  review: ["review", "review_context"],
  focus: ["focus", "review_focus"],
  previousTasks: ["previous_steps", "previous_tasks"],
  approvalTimeoutSeconds: ["approval_timeout_seconds", "approval_timeout"],
  reviewers: ["reviewers", "review_agents"],
} as const satisfies Record<string, readonly string[]>;

/** They differ only in spelling: the first counts all attempts, the others those after the first. */
export const RETRIES = ["max_retries", "retries", "maxRetries"] as const;

/** Words for types of task. `review` may also mean a planning review, by what else the task has. */
export const TYPE_ALIASES: Readonly<Record<string, TaskType>> = {
  task: "task",
  action: "task",
  agent: "task",
  direct: "direct",
  synthesis_gate: "synthesis_gate",
  gate: "synthesis_gate",
  synthesis: "synthesis_gate",
  compress: "synthesis_gate",
  summarize: "synthesis_gate",
  planning_review: "planning_review",
  checkpoint: "planning_review",
  human_review: "human_review",
  human: "human_review",
  approval: "human_review",
};
