import type { Json } from "@/lib/core/json";
import type { SummaryText } from "@/lib/core/trajectory";

/** One step as its summarizer reads it: long texts are cut. */
export type SummarisedStep = {
  step: number;
  /** What people told the agent before it. */
  said?: string[];
  thought: string;
  calls: { tool: string; args: Json; gave?: Json; failed?: string }[];
  /** Why nothing of the step was done. */
  refused?: string;
};

export type TrajectorySummarizerInput = {
  mission: string;
  task: { id: string; title: string; details: string[]; input: string };
  /** What an earlier summary says of the steps before these. */
  earlier?: SummaryText;
  steps: SummarisedStep[];
};

export type TrajectorySummarizerOutput = SummaryText;
