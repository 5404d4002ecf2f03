export { type Consensus, type ConsensusRule, consensusOf, type Vote } from "./consensus";
export { readDecision } from "./read-decision";
export { type DecisionPointAnswer, POINT_ANSWERS, type PointAnswer, type ReadDecision } from "./types";
