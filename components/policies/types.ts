import type { Json } from "@/lib/core/json";
import type { PolicyExplanation, PolicyRole, PolicyScope, PolicyView, ToolPolicy } from "@/lib/core/policy";
import type { ToolFacts } from "@/lib/core/ports";
import type { ProblemFacts } from "../ui/problem";

/** A tool as the editor of policies looks at it. */
export type ToolInfo = Pick<ToolFacts, "name" | "description" | "tags" | "sideEffects" | "inputSchema">;

/** A policy as it is to be saved; `version` is the one that was edited, 0 of a new one. */
export type PolicyInput = {
  policyId?: string;
  version: number;
  name: string;
  scope: PolicyScope;
  policy: ToolPolicy;
};

export type MutationResult<T> = { value: T } | { problem: ProblemFacts };

export type SavePolicy = (
  input: PolicyInput,
) => Promise<MutationResult<{ policyId: string; version: number }>>;
export type RemovePolicy = (input: { policyId: string; version: number }) => Promise<MutationResult<object>>;
export type LoadHistory = (policyId: string) => Promise<MutationResult<PolicyView[]>>;

export type ExplainInput = {
  tool: string;
  args?: Json;
  role: PolicyRole;
  draft?: Omit<PolicyInput, "version">;
  runPolicy?: ToolPolicy;
};
export type Explain = (question: ExplainInput) => Promise<MutationResult<PolicyExplanation>>;
