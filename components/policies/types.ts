import type { RemovePolicyInput, SavePolicyInput } from "@/lib/core/inputs/policies";
import type { ToolFacts } from "@/lib/core/ports";
import type { ProblemFacts } from "../ui/problem";

/** A tool as the editor of policies looks at it. */
export type ToolInfo = Pick<
  ToolFacts,
  "name" | "description" | "tags" | "sideEffects" | "costHint" | "inputSchema"
>;

export type MutationResult<T> = { value: T; problem?: never } | { problem: ProblemFacts; value?: never };

export type SavePolicy = (
  input: SavePolicyInput,
) => Promise<MutationResult<{ policyId: string; version: number }>>;
export type RemovePolicy = (input: RemovePolicyInput) => Promise<MutationResult<object>>;
