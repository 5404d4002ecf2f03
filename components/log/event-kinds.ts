import type { EventType, RunEvent } from "@/lib/core/run/events";

/** What an event is about, as the filter of the log names it. */
export const EVENT_KINDS = ["mission", "tasks", "models", "reviews", "people", "engine"] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

export const KIND_LABELS: Record<EventKind, string> = {
  mission: "Mission",
  tasks: "Tasks",
  models: "Models and tools",
  reviews: "Reviews and replans",
  people: "People",
  engine: "Engine",
};

/** Kinds that the log shows until somebody chooses: everything that a person would tell another. */
export const DEFAULT_KINDS: readonly EventKind[] = ["mission", "tasks", "reviews", "people"];

const KINDS: Record<EventType, EventKind> = {
  run_created: "mission",
  planning_started: "mission",
  plan_proposed: "mission",
  plan_rejected: "mission",
  plan_version_adopted: "mission",
  tools_changed: "mission",
  plan_version_offered: "mission",
  plan_version_declined: "mission",
  plan_critiqued: "mission",
  finding_reviewed: "people",
  run_started: "mission",
  run_paused: "people",
  run_resumed: "people",
  finishing_started: "mission",
  summarized: "mission",
  summary_failed: "mission",
  iteration_routed: "mission",
  iteration_started: "mission",
  answer_written: "mission",
  answer_critiqued: "mission",
  answer_revised: "mission",
  answer_accepted: "mission",
  approach_critiqued: "mission",
  refinement_started: "reviews",
  refinement_offered: "reviews",
  refined: "reviews",
  outcome_reached: "mission",
  retrospected: "mission",
  run_finished: "mission",
  task_started: "tasks",
  task_waiting: "tasks",
  task_resumed: "tasks",
  policy_applied: "tasks",
  task_step: "models",
  steps_summarized: "models",
  task_detailed: "tasks",
  task_reasoned: "tasks",
  task_succeeded: "tasks",
  task_failed: "tasks",
  task_retried: "tasks",
  task_skipped: "tasks",
  task_blocked: "tasks",
  task_superseded: "tasks",
  check_repaired: "tasks",
  verification_failed: "tasks",
  verification_passed: "tasks",
  verification_error: "tasks",
  synthesis_measured: "tasks",
  quality_gate_passed: "tasks",
  quality_gate_failed: "tasks",
  quality_gate_error: "tasks",
  task_reopened: "people",
  result_accepted: "people",
  result_supplied: "people",
  steered: "people",
  turn_added: "people",
  steering_undelivered: "people",
  replan_withdrawn: "reviews",
  run_forked: "people",
  reviews_given: "people",
  missions_shown: "models",
  lessons_shown: "models",
  examples_shown: "models",
  review_started: "reviews",
  review_voted: "reviews",
  review_proposed: "reviews",
  hold_claimed: "people",
  hold_released: "people",
  review_decided: "reviews",
  review_overridden: "people",
  replan_requested: "reviews",
  replan_started: "reviews",
  replan_adopted: "reviews",
  replan_refused: "reviews",
  replan_failed: "reviews",
  approval_opened: "people",
  approval_decided: "people",
  approval_voted: "people",
  approval_asked: "people",
  approval_expired: "people",
  approval_escalated: "people",
  approval_held_open: "people",
  approval_retained: "people",
  approval_superseded: "people",
  approval_cleared: "people",
  approval_cancelled: "people",
  llm_called: "models",
  tool_started: "models",
  tool_finished: "models",
  tool_denied: "models",
  tool_paused: "models",
  effects_started: "engine",
  effects_released: "engine",
  effect_failed: "engine",
  model_replaced: "people",
  attempt_restarted: "tasks",
  late_result: "engine",
  call_not_begun: "engine",
  lease_taken: "engine",
  engine_fault: "engine",
  budget_reserved: "engine",
  budget_settled: "engine",
  question_counted: "people",
  budget_awaited: "engine",
  budget_warned: "people",
  budget_exhausted: "people",
  budget_raised: "people",
};

export const kindOf = (event: RunEvent): EventKind => KINDS[event.type];

/** The kinds that an address names, or the usual ones; unknown names are passed over. */
export function readKinds(text: string | undefined): EventKind[] {
  if (text === undefined) return [...DEFAULT_KINDS];
  const named = text.split(",");
  return EVENT_KINDS.filter((kind) => named.includes(kind));
}

/** What the address says for these kinds; undefined for the usual ones. `none` for no kind at all. */
export function writeKinds(kinds: readonly EventKind[]): string | undefined {
  const isUsual =
    kinds.length === DEFAULT_KINDS.length && DEFAULT_KINDS.every((kind) => kinds.includes(kind));
  if (isUsual) return undefined;
  return kinds.length === 0 ? "none" : EVENT_KINDS.filter((kind) => kinds.includes(kind)).join(",");
}
