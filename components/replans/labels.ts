import type { PlanOrigin } from "@/lib/core/run/events/mission";
import type { Decider } from "@/lib/core/run/events/reviews";
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

/** Who decided, with how it came about where the name does not say it. */
export function deciderLabel({ kind, name, provenance }: Decider): string {
  if (kind === "person") return name;
  if (kind === "model") return `${name}, a model`;
  return provenance === "policy" ? `the policy ${name}` : `a rule: ${name.replace("_", " ")}`;
}
