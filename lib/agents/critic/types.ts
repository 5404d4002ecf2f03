import type { Finding } from "@/lib/core/plan/critic-types";
import type { Plan } from "@/lib/core/plan/schema";
import type { ToolFacts } from "@/lib/core/ports";

export type CriticInput = {
  mission: string;
  plan: Plan;
  /** The tools that exist. */
  tools: ToolFacts[];
  /** What the rules have found already. */
  findings: readonly Finding[];
};

export type CriticOutput = {
  /** As many as were understood; a `taskId` is the model's word and may be no task of the plan. */
  findings: Finding[];
  /** Parts of the answer that were no finding. */
  ignored: number;
};
