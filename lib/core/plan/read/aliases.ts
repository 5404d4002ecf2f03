/** Names under which plan JSON is read, in snake_case; the first with a value counts (docs/plans.md, "Plan JSON"). */
export const ALIASES = {
  agents: ["agents", "workers"],
  prompt: ["prompt", "system_prompt", "instructions", "description", "role"],
  tools: ["tools", "capabilities", "tool_names"],
  tasks: [
    ...["tasks", "steps", "workflow", "phases", "nodes", "subtasks", "sub_tasks", "substeps", "sub_steps"],
    ...["stages", "jobs", "todos", "todo_list", "task_list"],
  ],
  id: ["id", "step_id", "task_id", "name", "key"],
  title: ["title", "subject"],
  agent: ["agent", "worker", "assigned_to", "agent_name", "assigned_agent"],
  input: [
    ...[
      "input",
      "query",
      "action",
      "description",
      "instructions",
      "instruction",
      "prompt",
      "objective",
      "goal",
    ],
    ...["task", "content"],
  ],
  dependsOn: [
    ...["depends_on", "requires", "after", "dependencies", "deps", "needs", "prerequisites", "prerequisite"],
    ...[
      "depends",
      "dep",
      "depends_upon",
      "dependency",
      "blocked_by",
      "is_blocked_by",
      "blockers",
      "waits_for",
      "wait_for",
      "waits_on",
      "wait_on",
    ],
    ...[
      "run_after",
      "runs_after",
      "start_after",
      "starts_after",
      "preceded_by",
      "predecessors",
      "predecessor",
    ],
    ...["parents", "parent", "parent_id", "parent_ids", "upstream", "follows"],
    ...["hängt_ab_von", "abhängig_von", "abhängigkeiten", "voraussetzung", "voraussetzungen"],
    ...["dépend_de", "dépendances", "prérequis", "depende_de", "dependencias", "dependências"],
    ...["dipende_da", "dipendenze", "hangt_af_van", "afhankelijk_van", "zależy_od"],
  ],
  /** The same on the other end: what waits for this task. */
  followedBy: [
    ...[
      "next",
      "next_step",
      "next_steps",
      "next_task",
      "next_tasks",
      "then",
      "on_success",
      "successors",
      "successor",
    ],
    ...["followed_by", "before", "blocks", "unblocks", "downstream", "triggers", "leads_to", "goto"],
  ],
  outputSchema: ["output_schema", "signature", "output_signature"],
  type: ["type", "step_type", "task_type", "kind"],
  planTitle: ["title", "name", "plan_title"],
  objective: ["objective", "goal", "mission"],
  stepNumber: ["step_number", "step", "number"],
  verification: ["verification", "verify", "check", "predicate", "verification_predicate"],
  onFailure: ["on_failure", "on_error"],
  llmReview: ["llm_review", "acceptance_criteria", "success_criteria", "acceptance"],
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

/** What stands in front of a name that says whose it is: "task_title", "sub_task_id", "plan_name", "agent_role". */
export const OWNER = {
  plan: /^(?:plan|workflow|project|mission)_(?=\p{L})/u,
  task: /^(?:sub_?)?(?:task|step|node|job|issue|ticket)_(?=\p{L})/u,
  agent: /^agent_(?=\p{L})/u,
} as const;

/** They differ only in spelling: the first counts all attempts, the others those after the first. */
export const RETRIES = ["max_retries", "retries", "maxRetries"] as const;
