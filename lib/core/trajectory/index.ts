export {
  type TurnFacts,
  withEdited,
  withModelTurn,
  withObservation,
  withoutResults,
  withWaiting,
} from "./append";
export { argsOf, equalCallsBefore } from "./calls-made";
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
