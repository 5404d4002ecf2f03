import type { Json } from "@/lib/core/json";

export type SummarizerInput = {
  mission: string;
  /** Every task of the plan as it ended; `value` is what it came to, cut where it is long. */
  results: { id: string; title: string; status: string; value: Json }[];
  /** What did not succeed, and why. */
  errors: { taskId: string; status: string; diagnosis: string }[];
  /** What results were held against. */
  evidence: { taskId: string; layer: string; outcome: string; about?: string }[];
  /** Iterations so far, oldest first: `[Iteration n] reason`. */
  history: string[];
  /** What the summary must tell besides, such as why the run ended early. */
  note?: string;
};

export type SummarizerOutput = {
  finalAnswer: string;
  /** 0 to 1. */
  qualityScore: number;
  qualityReasoning: string;
  needReplan: boolean;
  /** Empty when nothing is missing. */
  replanReason: string;
  usedEvidence: string[];
};
