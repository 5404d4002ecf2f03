export { type GateVerdict, gateOpens, gateVerdicts, type Unmeasured } from "./gate";
export {
  type EvaluationTool,
  type ItemOf,
  isIncomplete,
  type ProjectSet,
  SET_NAMES,
  type SetHeader,
  type SetName,
} from "./items";
export { answerMeasures, findsFault, isHeldBack, judgePredicate } from "./judge";
export { judgeRefinement, refinementMeasures, touchedText } from "./judge-refinement";
export { isUnwanted, MEASURES, type Measure, type Target } from "./measures";
export type { SaidAtGate } from "./missions";
export { readSet } from "./read-set";
export { type CaseOutcome, type EvaluationCall, type EvaluationRow, tally } from "./tally";
