export { diffPlans } from "./compare/diff";
export { workDigest } from "./compare/fingerprint";
export { describeViolation, doneViolations } from "./compare/succeeded-tasks";
export {
  type CriticTool,
  critiquePlan,
  isGrave,
  withModelFindings,
} from "./critic";
export * from "./critic/types";
export { reviewOf } from "./defaults";
export {
  findCycle,
  levels,
} from "./graph";
export {
  interpolate,
  upstreamBlock,
} from "./interpolate";

export { type ReadPlan, readPlan } from "./read/plan";
export type { ReadOptions } from "./read/report";
export * from "./schema";
export {
  restorePlan,
  storePlan,
} from "./store";
export * from "./stored";
export { type MergedTail, mergeTail } from "./tail";

export { outputJsonSchema } from "./validate/output-schema";
export { validatePlan } from "./validate/plan";

export { planFile } from "./write/file";
export { serializePlan } from "./write/json";
export { toMermaid } from "./write/mermaid";
export { writePlanText } from "./write/text";
