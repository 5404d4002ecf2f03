export {
  CRITIC_THRESHOLDS,
  type CriticTool,
  critiquePlan,
  openFindings,
  scoreOf,
  withModelFindings,
} from "./critic";
export * from "./critic-types";
export { gateOf, reviewOf } from "./defaults";
export { diffPlans, isSamePlan, type PlanDiff } from "./diff";
export { type DoneViolation, describeViolation, doneViolations } from "./done-prefix";
export { planFile } from "./file";
export { type ConsumedDependency, fingerprint, workDigest } from "./fingerprint";
export {
  ancestors,
  criticalPath,
  findCycle,
  type Graph,
  type GraphNode,
  levels,
  remainingPath,
  topologicalOrder,
} from "./graph";
export {
  interpolate,
  type Placeholder,
  placeholdersOf,
  UPSTREAM_CHARS,
  type Upstream,
  type UpstreamResult,
  upstreamBlock,
  usedIds,
} from "./interpolate";
export { type DrawnState, loopMermaid, toMermaid } from "./mermaid";
export { outputJsonSchema } from "./output-schema";
export { type ReadPlan, readPlan } from "./read";
export * from "./schema";
export { serialisePlan } from "./serialise";
export { type ReadSignature, type SignatureProblem, signatureToJsonSchema } from "./signature";
export {
  type Bodies,
  type Lineages,
  lineageOf,
  patchBetween,
  planDigest,
  refsOf,
  restoreAgent,
  restorePlan,
  restoreTask,
  storePlan,
} from "./store";
export * from "./stored";
export { type MergedTail, mergeTail } from "./tail";
export type { Renamed, TailInput } from "./tail-input";
export { listReviewTemplates, type ReviewTemplate, reviewTemplate } from "./templates";
export { PLAN_LIMITS, type ValidationContext, validatePlan } from "./validate";
export { writePlanText } from "./write-text";
