/** Names under which plan JSON is read, in snake_case; the first with a value counts (docs/plans.md, "Plan JSON"). */
export const ALIASES = {
  agents: ["agents", "workers"],
  prompt: ["prompt", "system_prompt", "instructions", "description", "role"],
  tools: ["tools", "capabilities", "tool_names"],
  tasks: ["tasks", "steps", "workflow", "phases", "nodes"],
  id: ["id", "step_id", "task_id", "name"],
  agent: ["agent", "worker", "assigned_to", "agent_name"],
  input: ["input", "query", "action", "description", "instructions", "prompt", "objective", "goal", "task"],
  dependsOn: ["depends_on", "requires", "after", "dependencies", "deps", "needs", "prerequisites"],
  outputSchema: ["output_schema", "signature", "output_signature"],
  type: ["type", "step_type", "task_type", "kind"],
  planTitle: ["title", "name", "plan_title"],
  objective: ["objective", "goal", "mission"],
  stepNumber: ["step_number", "step", "number"],
  verification: ["verification", "verify", "check", "predicate", "verification_predicate"],
  onFailure: ["on_failure", "on_error"],
  llmReview: ["llm_review", "acceptance_criteria", "success_criteria"],
  gate: ["gate"],
  review: ["review", "review_context"],
  focus: ["focus", "review_focus", "question"],
  previousTasks: ["previous_steps", "previous_tasks"],
  outcomes: ["potential_outcomes", "outcomes", "possible_outcomes"],
  approvers: ["assignees", "approvers", "approver", "approved_by"],
  /** A person has to agree before the work is done. */
  approval: [
    "approval_required",
    "requires_approval",
    "needs_approval",
    "requires_human_approval",
    "human_approval",
    "approval",
  ],
  approvalTimeoutSeconds: ["approval_timeout_seconds", "approval_timeout"],
  reviewers: ["reviewers", "review_agents"],
} as const satisfies Record<string, readonly string[]>;

/** They differ only in spelling: the first counts all attempts, the others those after the first. */
export const RETRIES = ["max_retries", "retries", "maxRetries"] as const;
