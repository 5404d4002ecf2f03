import type { Issue, Plan, TaskType } from "@/lib/core/plan/schema";
import type { ToolFacts } from "@/lib/core/ports";

export type ReplanTrigger = {
  kind: "review" | "task_failed" | "verification" | "quality_gate" | "person";
  taskId?: string;
  reason: string;
  output?: string;
  diagnosis?: string;
};

export type ReplannerInput = {
  mission: string;
  constraints?: string;
  trigger: ReplanTrigger;
  completed: { id: string; title: string; preview: string }[];
  /** One line for each writing tool call that has already happened in the run. */
  effectsDone: string[];
  /** What the current plan would still do; the new tail takes its place. */
  remaining: { id: string; title: string; type: TaskType }[];
  /** Earlier replans, oldest first: `[Iteration n] reason`. */
  history: string[];
  tools: ToolFacts[];
  /** The current plan version's number. */
  version: number;
  problem?: { answer: string; issues: Issue[] };
};

export type ReplannerOutput =
  | { kind: "plan"; plan: Plan; warnings: Issue[] }
  | { kind: "mission_impossible"; reason: string };
