import type { Json } from "@/lib/core/json";
import type { AnswerCritique, ReflectionCriteria } from "@/lib/core/reflection";
import type { SummarizerInput } from "../summarizer/types";
import type { SummarisedStep } from "../trajectory-summarizer/types";

export type CritiqueInput = {
  mission: string;
  criteria: ReflectionCriteria;
  /** The answer as it was given. */
  answer: Json;
  /** The task whose answer it is; absent for the final answer. */
  task?: { id: string; title: string; details: string[]; input: string };
  /** What the agent did and saw before it answered, oldest first. */
  trajectory?: TrajectoryLine[];
  /** What the final answer rests on, as the summarizer sees it. */
  findings?: Pick<SummarizerInput, "results" | "errors" | "evidence" | "note">;
};

/** One turn of an agent, or how many of the first are left out. */
export type TrajectoryLine = SummarisedStep | { omitted: number };

export type CritiqueOutput = AnswerCritique;
