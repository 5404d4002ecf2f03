import type { CreateKeyInput } from "@/lib/core/inputs/keys";
import type { ProblemFacts } from "../../ui/problem";

/** `secret` is there this once. */
export type CreatedKey = { secret?: string; problem?: ProblemFacts };

export type KeyActions = {
  create(input: CreateKeyInput): Promise<CreatedKey>;
  revoke(keyId: string): Promise<{ problem?: ProblemFacts }>;
};
