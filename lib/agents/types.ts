export type { AgentInput, AgentOutput } from "./agent";
export type { AnswerInput, AnswerOutput } from "./answer";
export type { CriticInput, CriticOutput } from "./critic";
export type { CritiqueInput, CritiqueOutput, TrajectoryLine } from "./critique";
export type { DetailerInput, DetailerOutput } from "./detailer";
export type { PlannerInput, PlannerOutput } from "./planner";
export type { QualityGateInput, QualityGateOutput } from "./quality-gate";
export type { ReplannerInput, ReplannerOutput, ReplanTrigger } from "./replanner";
export type { ReviewedTask, ReviewerInput, ReviewerOutput } from "./reviewer";
export type { RevisionInput, RevisionOutput } from "./revision";
export type { Parsed, Role, RolePrompt } from "./role";
export type { SummarizerInput, SummarizerOutput } from "./summarizer";
export type { SynthesisInput, SynthesisOutput } from "./synthesis";
export type {
  SummarisedStep,
  TrajectorySummarizerInput,
  TrajectorySummarizerOutput,
} from "./trajectory-summarizer";
export type { VerificationInput, VerificationOutput } from "./verification";
