/** What can ask for a replan. */
export const REPLAN_TRIGGERS = ["review", "task_failed", "verification", "quality_gate", "person"] as const;
