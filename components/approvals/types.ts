import type { Json } from "@/lib/core/json";
import type { ProblemFacts } from "../ui/problem";

export type DecideInput = {
  approvalId: string;
  verb: string;
  comment: string;
  /** The edited or supplied value, for verbs that bring one. */
  value?: Json;
  /** Digest of what the person was shown. */
  digest: string;
  key: string;
};

export type DecideOutcome = { problem?: ProblemFacts };

export type DecideApproval = (input: DecideInput) => Promise<DecideOutcome>;
