export { check, type Issue } from "./check";

export type { Data } from "./execute";
export { dataReadIn, formOfSource, looksAtData, toolsNamedIn } from "./forms-of";
export { formOfInfix } from "./infix";
export { DEFAULT_LIMITS, type Limits } from "./limits";
export { errorText } from "./position";
export { compile, evaluate, type Predicate, type Verdict, verify } from "./predicate";
export { evaluateProgram, type RecordedCall, type ToolCall } from "./program";
export { resultsAskedIn } from "./results-asked";
export { valueSourceOf } from "./spelled";
export { programTexts } from "./texts-of";
export { NamedMap } from "./values";
