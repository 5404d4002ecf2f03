export { check, type Issue } from "./check";
export type { LimitName, LispError, LispErrorCode } from "./errors";
export type { Data, Outcome } from "./execute";
export { DEFAULT_LIMITS, type Limits } from "./limits";
export { errorText, type PlacedError } from "./position";
export { compile, evaluate, type Predicate, type Verdict, verify } from "./predicate";
export { evaluateProgram, type ProgramOutcome, type RecordedCall, type ToolCall } from "./program";
export { type ResultAsked, resultsAskedIn } from "./results-asked";
export { NamedMap } from "./values";
