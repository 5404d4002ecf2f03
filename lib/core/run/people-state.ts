import type { z } from "zod";
import type { ActorRef, Provenance } from "./envelope";
import type { Payload } from "./events";
import type { findingVerdict, PlanCritique } from "./events/critique";

export type ApprovalState = Payload<"approval_opened"> & {
  status: "open" | "decided" | "expired" | "superseded" | "cancelled";
  openedAt: number;
  openedSeq: number;
  decided?: {
    by: ActorRef;
    at: number;
    verb: string;
    comment?: string;
    provenance: Provenance;
  };
  /** Approvals so far, where it takes several. */
  votes?: { by: { id: string; name: string }; at: number; comment?: string }[];
  /** How often it was handed on. */
  escalations?: number;
};

/** What a person said of one finding. */
export type FindingVerdict = {
  verdict: z.infer<typeof findingVerdict>;
  reason: string;
  by: ActorRef;
  at: number;
};

/** The critic's word on a plan version, and people's verdicts by the key of the finding. */
export type CritiqueState = PlanCritique & { verdicts: Record<string, FindingVerdict> };
