import type { Decision, Issue, Plan, ReviewSpec, TaskType } from "@/lib/core/plan/schema";

export type ReviewedTask = {
  id: string;
  title: string;
  type: TaskType;
  status: string;
  preview: string;
  diagnosis?: string;
};

export type ReviewerInput = {
  mission: string;
  review: ReviewSpec;
  tasks: ReviewedTask[];
  remaining: { id: string; title: string; type: TaskType }[];
  /** Absent = unknown. */
  costMicroUsd?: number;
  /** Why the previous answer could not be used. */
  problem?: string;
};

export const POINT_ANSWERS = ["yes", "warning", "no", "unclear"] as const;
export type PointAnswer = (typeof POINT_ANSWERS)[number];

export type ReviewerOutput = {
  decision: Decision;
  reasoning: string;
  answers: { point: string; answer: PointAnswer; evidence: string }[];
  /** The new tail of a REPLAN, as the reviewer wrote it: its ids are not yet checked against the run. */
  updatedPlan?: Plan;
  finalResult?: string;
  abortReason?: string;
  /** What reading `updatedPlan` could not make sense of. */
  warnings: Issue[];
};
