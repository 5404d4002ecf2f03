export { readDecision } from "./read-decision";
export { type DecisionPointAnswer, POINT_ANSWERS, type PointAnswer, type ReadDecision } from "./types";
