/** The words of a plan, apart from its schemas: the browser needs these alone. */

export const TASK_TYPES = ["task", "direct", "synthesis_gate", "planning_review", "human_review"] as const;
export const FAILURE_POLICIES = ["stop", "skip", "retry", "replan"] as const;
export const DECISIONS = ["CONTINUE", "REPLAN", "COMPLETE", "ABORT"] as const;
export const REVIEW_TIMEOUTS = ["abort", "pause", "escalate", ...DECISIONS] as const;
export const GATE_TIMEOUTS = ["reject", "approve", "pause", "escalate"] as const;
export const CONSENSUS = ["strictest", "any", "majority", "unanimous"] as const;

export type TaskType = (typeof TASK_TYPES)[number];

/** Tasks whose result is checked; the others are decided. */
export const WORKING_TYPES: ReadonlySet<TaskType> = new Set(["task", "direct", "synthesis_gate"]);
export type FailurePolicy = (typeof FAILURE_POLICIES)[number];
export type Decision = (typeof DECISIONS)[number];

/** What silence may stand for when a deadline passes. */
export const TIMEOUT_ANSWERS = [...GATE_TIMEOUTS, ...REVIEW_TIMEOUTS] as const;
export type TimeoutAnswer = (typeof TIMEOUT_ANSWERS)[number];

export const ISSUE_CODES = [
  "empty_plan",
  "invalid_plan_format",
  "duplicate_id",
  "reserved_id",
  "reserved_value",
  "missing_dependency",
  "missing_agent",
  "unknown_tool",
  "forbidden_tool",
  "cycle_detected",
  "invalid_direct_input",
  "invalid_verification",
  "invalid_output_schema",
  "unknown_placeholder",
  "too_large",
  "question_too_long",
  "unsupported",
  // A review names a template that nobody has, and asks nothing of its own.
  "unknown_review_template",
  // Nobody who could answer it can let a gate pass.
  "gate_unpassable",
  // What a task is, or what guards it, could not be read.
  "unknown_type",
  "unreadable_guard",
  // A piece of the plan that no field took, and that is not known to be harmless.
  "unread",
  // A title asks for somebody's approval, and an agent is to do the task.
  "person_or_agent",
  // Nothing is connected to a gate or a review: what it is to guard would run beside it.
  "control_guards_nothing",
  // Warnings of readers: something was put right.
  "renumbered_step",
  "added_dependency",
  "stricter_taken",
] as const;
export type IssueCode = (typeof ISSUE_CODES)[number];

export type Issue = {
  severity: "error" | "warning";
  code: IssueCode;
  message: string;
  taskId?: string;
  path?: string;
  /** Where the text that was read breaks: line and column from 1. */
  at?: TextPosition;
  /** What can be written there instead. */
  choices?: string[];
};

/** A place in a text, from line 1 and column 1. */
export type TextPosition = { line: number; column: number };

/** Agents that every plan has without declaring them: `default` has no tools, `supervisor` every allowed one. */
export const BUILT_IN_AGENTS = ["default", "supervisor"] as const;
