export { consensusOf } from "./consensus";
export { readDecision } from "./read-decision";
export type { DecisionPointAnswer, ReadDecision } from "./types";
