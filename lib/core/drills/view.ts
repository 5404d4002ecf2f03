import type { ApprovalKind, GateVerb } from "../run/gates/table";
import type { DrillOutcome } from "./judge";
import type { DrillFault } from "./sample";

/** What became of a drill, which its reviewer learns with the answer and nobody before; `outcome` is null without one. */
export type DrillResult = { outcome: DrillOutcome | null; fault: DrillFault | null };

/** A drill that is closed, in a list. */
export type DrillView = DrillResult & {
  approvalId: string;
  kind: ApprovalKind;
  mission: string;
  reviewer: { id: string; name: string };
  verb: GateVerb | null;
  comment: string | null;
  openedAt: number;
  closedAt: number;
  /** It went to the one who asks, who can open it again. */
  own: boolean;
};

/** Whether a workspace sends drills, how many a week each person gets by themselves, and who takes part. */
export type DrillSettings = {
  enabled: boolean;
  perWeek: number;
  /** The one who asks takes part. */
  joined: boolean;
  reviewers: { id: string; name: string; since: number }[];
};
