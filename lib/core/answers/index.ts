export { readAbstention } from "./abstention";
export { noAnswerProblem } from "./no-answer";
export { readAnswer } from "./read-answer";
export { readVerdict } from "./read-verdict";
export { splitThinking } from "./thinking";
export { LOST_CALLS, unfinishedProblem } from "./unfinished";
