export const TASK_STATUSES = [
  "pending",
  "running",
  "waiting",
  "succeeded",
  "failed",
  "skipped",
  "blocked",
  "aborted",
  "superseded",
] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

/** Statuses of gates at which people said no, or wanted changes: they have not failed. */
export const ANSWERED_STATUSES = ["rejected", "changes_requested"] as const;
export type ToldStatus = TaskStatus | (typeof ANSWERED_STATUSES)[number];

/** What one attempt came to. */
export const ATTEMPT_OUTCOMES = ["succeeded", "failed", "aborted"] as const;
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

const OPEN_TASK: ReadonlySet<TaskStatus> = new Set(["pending", "running", "waiting"]);
/** True for a task that has ended in any way. */
export const isTerminalTask = (status: TaskStatus): boolean => !OPEN_TASK.has(status);

export const RUN_STATUSES = [
  "planning",
  "waiting",
  "running",
  "paused",
  "finishing",
  "completed",
  "failed",
  "aborted",
  "cancelled",
] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** How far a run is, whatever it waits for. In `retrospect` its outcome stands, and it is looked back on. */
export const RUN_PHASES = ["new", "planning", "executing", "finishing", "retrospect", "ended"] as const;
export type RunPhase = (typeof RUN_PHASES)[number];

/** Each finish reason belongs to one terminal status. */
export const STATUS_OF_FINISH = {
  answer_complete: "completed",
  completed_early: "completed",
  aborted_by_review: "aborted",
  aborted_by_person: "aborted",
  cancelled: "cancelled",
  no_path: "failed",
  budget_exhausted: "failed",
  mission_impossible: "failed",
  plan_rejected: "failed",
  task_failed: "failed",
  engine_fault: "failed",
  error: "failed",
} as const satisfies Record<string, RunStatus>;
export type FinishReason = keyof typeof STATUS_OF_FINISH;
export const FINISH_REASONS = Object.keys(STATUS_OF_FINISH) as [FinishReason, ...FinishReason[]];

/** True of an end to which a replanner brought the run that saw no way to its mission. */
export const isImpossible = (reason: FinishReason, because: readonly { code: string }[] = []): boolean =>
  reason === "mission_impossible" || because.some(({ code }) => code === "no_other_way");

export const isTerminalRun = (status: RunStatus): boolean =>
  status === "completed" || status === "failed" || status === "aborted" || status === "cancelled";
