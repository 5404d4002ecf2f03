export type { AgentInput, AgentOutput } from "./agent/types";
export type { AnswerInput, AnswerOutput } from "./answer/types";
export type { CriticInput, CriticOutput } from "./critic/types";
export type { CritiqueInput, CritiqueOutput, TrajectoryLine } from "./critique/types";
export type { DetailerInput, DetailerOutput } from "./detailer/types";
export type { PlannerInput, PlannerOutput } from "./planner/types";
export type { QualityGateInput, QualityGateOutput } from "./quality-gate/types";
export type { ReplannerInput, ReplannerOutput, ReplanTrigger } from "./replanner/types";
export type { ReviewedTask, ReviewerInput, ReviewerOutput } from "./reviewer/types";
export type { RevisionInput, RevisionOutput } from "./revision/types";
export type { Parsed, Role, RolePrompt } from "./role";
export type { SummarizerInput, SummarizerOutput } from "./summarizer/types";
export type { SynthesisInput, SynthesisOutput } from "./synthesis/types";
export type {
  SummarisedStep,
  TrajectorySummarizerInput,
  TrajectorySummarizerOutput,
} from "./trajectory-summarizer/types";
export type { VerificationInput, VerificationOutput } from "./verification/types";
