import type { Plan } from "@/lib/core/plan/schema";
import type { ToolFacts } from "@/lib/core/ports";

export type DetailerInput = {
  mission: string;
  constraints?: string;
  /** The whole plan, as it stands. */
  plan: Plan;
  /** The task that is about to start; `input` has its placeholders filled in. */
  task: { id: string; title: string; agent: string; input: string };
  /** The "Upstream results" text; empty for a task without dependencies. */
  upstream: string;
  /** The tools that its agent has. */
  tools: ToolFacts[];
};

/** One line for each detail, in the order in which they are to be heeded. */
export type DetailerOutput = { details: string[] };
