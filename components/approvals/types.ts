import type { ProblemFacts } from "../ui/problem";

export type DecideInput = {
  approvalId: string;
  verb: string;
  comment: string;
  /** Digest of what the person was shown. */
  digest: string;
  key: string;
};

export type DecideOutcome = { problem?: ProblemFacts };

export type DecideApproval = (input: DecideInput) => Promise<DecideOutcome>;
