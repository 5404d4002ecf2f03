import type { PlanOrigin } from "@/lib/core/run/events/mission";
import type { ReplanEntry } from "@/lib/core/run/state";

export const ORIGIN_LABELS: Record<PlanOrigin, string> = {
  planner: "drafted by the planner",
  person: "brought by a person",
  replan: "replanned",
  review: "written by a review",
  refinement: "refined",
  iteration: "planned anew",
  import: "imported",
};

export const TRIGGER_LABELS: Record<ReplanEntry["trigger"], string> = {
  review: "a review asked for it",
  task_failed: "a task failed",
  verification: "a result was refused",
  quality_gate: "a task lacked data",
  person: "a person asked for it",
  summarizer: "the summarizer missed something",
};
