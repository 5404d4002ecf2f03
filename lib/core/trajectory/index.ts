export { type AnswerGiven, answersOf, isRevising, withCritique } from "./answers";
export {
  ARTIFACT_CHARS,
  artifactsOf,
  artifactText,
  previewLargeOutput,
  READ_ARTIFACT,
} from "./artifact";
export {
  type AttemptBudget,
  exceededBudget,
} from "./budgets";
export { MAX_CALL_OUTPUT_CHARS, streamTexts, withChunks, withPiece } from "./chunks";
export { stepsToSummarize, withSummary } from "./compress";
export { injectResults } from "./join";
export { isJsonAction, readAction } from "./json-action";
export { messagesOf, neutralMessagesOf, observationOf } from "./messages";
export {
  type Next,
  type NextFacts,
  next,
  stoppedOutcome,
  type TrajectoryOutcome,
} from "./next";
export { readTrajectory, writeTrajectory } from "./serialize";
export {
  argsOf,
  bestAnswer,
  branchesOf,
  callsOf,
  equalCallsBefore,
  hopsUsed,
  isOpen,
  joinOf,
  setBranchesOf,
} from "./step-calls";
export {
  fitSummary,
  ruleBasedSummary,
  SUMMARY_CHARS,
  type SummaryText,
  stepsBetween,
} from "./summary";
export type { TurnFacts } from "./turn";
export {
  misfitProblem,
  wasAskedForForm,
  withEdited,
  withModelTurn,
  withObservation,
  withoutResults,
  withSaid,
  withWaiting,
  writtenCallProblem,
} from "./turn";
export {
  type Action,
  type Beginning,
  type Branch,
  beginning,
  type Call,
  type CallComment,
  type Constraints,
  type Preamble,
  preamble,
  type Step,
  type StepChunk,
  type StepCritique,
  type Summary,
  startTrajectory,
  step,
  summary,
  type Trajectory,
} from "./types";
export { writtenCall } from "./written-call";
