import type { AttachmentNote } from "@/lib/core/attachments";
import type { Finding } from "@/lib/core/plan/critic-types";
import type { Issue, Plan, TaskType } from "@/lib/core/plan/schema";
import type { ToolFacts } from "@/lib/core/ports";
import type { Trial } from "./trials";

export type ReplanTrigger = {
  kind: "review" | "task_failed" | "verification" | "quality_gate" | "person";
  taskId?: string;
  reason: string;
  output?: string;
  diagnosis?: string;
};

export type PlannedTask = {
  id: string;
  type: TaskType;
  title: string;
  status: string;
  dependsOn: string[];
  input: string;
};

export type ReplannerInput = {
  mission: string;
  constraints?: string;
  /** `short`: what each new task is to do and no more. */
  planStyle?: "full" | "short";
  attachments?: AttachmentNote[];
  trigger: ReplanTrigger;
  completed: { id: string; title: string; preview: string }[];
  /** One line for each writing tool call that has already happened in the run. */
  effectsDone: string[];
  /** What the current plan would still do; the new tail takes its place. */
  remaining: { id: string; title: string; type: TaskType }[];
  /** The plan in force, ended tasks too; `input` is its beginning. */
  plan?: PlannedTask[];
  /** What did not succeed in the plan in force, besides what triggered the replan. */
  errors?: { taskId: string; status: string; diagnosis: string; output?: string }[];
  /** Earlier replans and iterations, oldest first: `[Iteration n] reason`. */
  history: string[];
  /** What was tried already and did not do, oldest first. */
  trials?: Trial[];
  /** What the run has cost; absent = unknown. */
  costMicroUsd?: number;
  /** What may still be used of each limit of the run. */
  budget?: { counter: string; used: number; limit: number; left: number }[];
  tools: ToolFacts[];
  /** The current plan version's number. */
  version: number;
  /** The tail that could not be used, and why, or in which the critic found these weak places. */
  problem?: { answer: string; issues: Issue[] } | { answer: string; findings: Finding[] };
};

export type ReplannerOutput =
  | { kind: "plan"; plan: Plan; warnings: Issue[] }
  | { kind: "mission_impossible"; reason: string };
