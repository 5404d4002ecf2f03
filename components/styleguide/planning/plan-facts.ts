import { NO_POLICIES } from "@/lib/core/policy/source";
import type { ToolFacts } from "@/lib/core/ports";
import type { PlanFacts } from "../../plan-editor/use-plan-facts";

/** A tool that changes nothing. */
export const toolFacts = (name: string, part: Partial<ToolFacts> = {}): ToolFacts => ({
  ...{ name, description: "", inputSchema: {}, tags: [], sideEffects: "none" },
  ...{ idempotent: true, repeatable: true, timeoutMs: 1_000 },
  ...part,
});

/** Two tools, and one who may operate. */
export const PLAN_FACTS: PlanFacts = {
  tools: [toolFacts("train"), toolFacts("wire")],
  ...{ policies: NO_POLICIES, models: [], reviews: [], agents: [] },
  me: { id: "ada", name: "Ada", roles: [], capabilities: ["view", "operate"] },
};
