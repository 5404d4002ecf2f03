export {
  type TurnFacts,
  withEdited,
  withModelTurn,
  withObservation,
  withoutResults,
  withWaiting,
} from "./append";
export { ARTIFACT_CHARS, artifactIn, artifactsOf, artifactText, observed, READ_ARTIFACT } from "./artifact";
export { argsOf, equalCallsBefore } from "./calls-made";
export { stepsToSummarise, withSummary } from "./compress";
export { branchesOf, messagesOf } from "./messages";
export {
  callsOf,
  hopsUsed,
  isOpen,
  MAX_INVALID_IN_A_ROW,
  type Next,
  type NextFacts,
  next,
  type Outcome,
} from "./next";
export { parseTrajectory, serialiseTrajectory, startTrajectory } from "./start";
export {
  fitSummary,
  SUMMARY_CHARS,
  type SummaryText,
  stepsBetween,
  summaryByRule,
} from "./summary";
export {
  type Action,
  type Branch,
  type Call,
  type Constraints,
  type Step,
  type Summary,
  step,
  summary,
  type Trajectory,
  trajectory,
} from "./types";
