import { REFINEMENT_LABELS } from "@/lib/core/describe/learning/refinement";
import type { StatusDisplay } from "@/lib/core/describe/looks/run";
import { getOwn } from "@/lib/core/own";
import type { Provenance } from "@/lib/core/run/events/envelope";
import type { PlanOrigin } from "@/lib/core/run/events/mission";
import type { Decider } from "@/lib/core/run/events/reviews";
import type { RefinementStatus, ReplanEntry } from "@/lib/core/run/state";

export const ORIGIN_LABELS: Record<PlanOrigin, string> = {
  planner: "drafted by the planner",
  person: "provided by a person",
  replan: "replanned",
  review: "written by a review",
  refinement: "refined",
  iteration: "new iteration",
  import: "imported",
};

export const TRIGGER_LABELS: Record<ReplanEntry["trigger"], string> = {
  review: "requested by a review",
  task_failed: "a task failed",
  verification: "verification failed",
  quality_gate: "missing data",
  person: "requested by a person",
  summarizer: "answer incomplete",
};

/** What tasks say is done when they fail. */
const POLICY_LABELS: Record<string, string | undefined> = {
  onVerificationFailure: "the policy for failed checks",
  onFailure: "the policy for failed tasks",
  qualityGate: "the policy for missing data",
};

/** Who decided, with how it came about where the name does not say it. */
export function deciderLabel({ kind, name, provenance }: Decider): string {
  if (kind === "person") return name;
  if (kind === "model") return `${name}, a model`;
  if (provenance === "policy") return getOwn(POLICY_LABELS, name) ?? `the policy ${name}`;
  return `a rule: ${name.replaceAll("_", " ")}`;
}

/** How a decision came about, where the name of the one who decided does not say it. */
const PROVENANCE_LABELS: Record<Provenance, string | undefined> = {
  person: undefined,
  session_rule: "by a session rule",
  policy: undefined,
  timeout: "when its time was over",
  escalation: "after an escalation",
  auto: "applied at once",
};

/** Who decided, and by what. */
export function decisionLabel(decider: Decider): string {
  const how = PROVENANCE_LABELS[decider.provenance];
  return how === undefined ? deciderLabel(decider) : `${deciderLabel(decider)} (${how})`;
}

const REFINEMENT_LOOKS: Record<RefinementStatus, Omit<StatusDisplay, "word">> = {
  asked: { icon: "◐", tone: "run" },
  offered: { icon: "◈", tone: "person" },
  adopted: { icon: "✓", tone: "plain" },
  unneeded: { icon: "✓", tone: "plain" },
  inapplicable: { icon: "⊘", tone: "plain" },
  refused: { icon: "⊘", tone: "plain" },
  failed: { icon: "✕", tone: "bad" },
  timed_out: { icon: "⤺", tone: "plain" },
  withdrawn: { icon: "⤺", tone: "plain" },
  rejected: { icon: "⊘", tone: "plain" },
  expired: { icon: "⤺", tone: "plain" },
  superseded: { icon: "⤳", tone: "plain" },
};

/** How far a refinement is, as its entry in the history shows it. */
export const refinementDisplay = (status: RefinementStatus): StatusDisplay => ({
  ...REFINEMENT_LOOKS[status],
  word: REFINEMENT_LABELS[status],
});
