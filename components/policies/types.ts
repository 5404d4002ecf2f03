import type { PageText } from "@/lib/client/page-text";
import type { RemovePolicyInput, SavePolicyInput } from "@/lib/core/inputs/policies";
import type { ToolFacts } from "@/lib/core/ports";
import type { ProblemFacts } from "../ui/problem";

/** A tool as the editor of policies looks at it. */
export type ToolInfo = Pick<
  ToolFacts,
  "name" | "description" | "tags" | "sideEffects" | "costHint" | "inputSchema"
>;

export type MutationResult<T> = { value: T; problem?: never } | { problem: ProblemFacts; value?: never };

type SavedPolicy = MutationResult<{ policyId: string; version: number }>;
export type SavePolicy = (input: SavePolicyInput) => Promise<SavedPolicy>;
/** The server action behind it: what rules compare with is any JSON. */
export type SavePolicyText = (input: PageText<SavePolicyInput>) => Promise<SavedPolicy>;
export type RemovePolicy = (input: RemovePolicyInput) => Promise<MutationResult<object>>;
