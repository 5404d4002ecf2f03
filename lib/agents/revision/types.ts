import type { AnswerCritique } from "@/lib/core/reflection";
import type { SummarizerInput } from "../summarizer/types";

export type RevisionInput = Pick<SummarizerInput, "results" | "errors" | "evidence" | "note"> & {
  mission: string;
  previousAnswer: string;
  critique: AnswerCritique;
};

export type RevisionOutput = string;
