import type { AttachmentNote } from "@/lib/core/attachments";
import type { Finding } from "@/lib/core/plan/critic-types";
import type { Issue, Plan } from "@/lib/core/plan/schema";
import type { ToolFacts } from "@/lib/core/ports";

export type PlannerInput = {
  mission: string;
  constraints?: string;
  attachments?: AttachmentNote[];
  /** The tools that plans of this run may give to agents. */
  tools: ToolFacts[];
  /** `short`: what each task is to do and no more; its details are written later, or by nobody. */
  planStyle?: "full" | "short";
  /** Ids of the models that an agent may name. */
  agentModels?: string[];
  /** The plan that a person read, and what they want changed in it. */
  changes?: { draft: Plan; words: string };
  /** The plan was carried out and something is missing: what the new tasks build on. */
  iteration?: {
    number: number;
    reason: string;
    completed: { id: string; title: string; preview: string }[];
    /** One line for each writing tool call that has already happened in the run. */
    effectsDone: string[];
    /** Iterations so far, oldest first: `[Iteration n] reason`. */
    history: string[];
  };
  /** The answer that could not be used, and why, or in which the critic found these weak places. */
  problem?: { answer: string; issues: Issue[] } | { answer: string; findings: Finding[] };
};

export type PlannerOutput = { plan: Plan; warnings: Issue[] };
