import type { PotentialOutcome } from "../outcomes";

/** A planning review that is ready to be asked, as data (docs/plans.md, "Templates"). */
export type ReviewTemplate = Readonly<{
  /** What `review.template` names: lower case, words joined by dashes. */
  name: string;
  title: string;
  /** When to put such a review into a plan. */
  useWhen: string;
  focus: string;
  decisionPoints: readonly string[];
  potentialOutcomes: readonly PotentialOutcome[];
  requiresHumanApproval: boolean;
}>;
