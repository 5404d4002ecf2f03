import type { Json } from "@/lib/core/json";
import type { Decision, Issue, Plan, ReviewSpec, TaskType } from "@/lib/core/plan/schema";
import type { DecisionPointAnswer } from "@/lib/core/review/types";

export type ReviewedTask = {
  id: string;
  title: string;
  type: TaskType;
  status: string;
  preview: string;
  diagnosis?: string;
  /** What its result was held against: layer, outcome, and what was asked or found. */
  checks?: string[];
};

export type ReviewerInput = {
  mission: string;
  /** In whose name to judge, and what they look for. */
  brief?: string;
  review: ReviewSpec;
  tasks: ReviewedTask[];
  remaining: { id: string; title: string; type: TaskType }[];
  /** Absent = unknown. */
  costMicroUsd?: number;
  /** Why the previous answer could not be used. */
  problem?: string;
};

export type ReviewerOutput = {
  decision: Decision;
  reasoning: string;
  answers: DecisionPointAnswer[];
  /** The new tail of a REPLAN, as the reviewer wrote it: its ids are not yet checked against the run. */
  updatedPlan?: Plan;
  finalResult?: Json;
  abortReason?: string;
  /** What reading `updatedPlan` could not make sense of. */
  warnings: Issue[];
};
