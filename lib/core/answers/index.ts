export { type ReadAbstention, readAbstention } from "./abstention";
export { noAnswerProblem } from "./no-answer";
export { type ReadAnswer, readAnswer } from "./read-answer";
export { type ReadVerdict, readVerdict, type VerdictKey } from "./read-verdict";
export { type SplitThinking, splitThinking } from "./thinking";
export { LOST_CALLS, unfinishedProblem } from "./unfinished";
