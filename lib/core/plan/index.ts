export { diffPlans, isSamePlan, type PlanDiff } from "./compare/diff";
export { type ConsumedDependency, fingerprint, workDigest } from "./compare/fingerprint";
export { type DoneViolation, describeViolation, doneViolations } from "./compare/succeeded-tasks";
export {
  CRITIC_THRESHOLDS,
  type CriticTool,
  critiquePlan,
  isGrave,
  openFindings,
  scoreOf,
  withModelFindings,
} from "./critic";
export * from "./critic/types";
export { gateOf, reviewOf } from "./defaults";
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
export { PLAN_LIMITS } from "./limits";
export { type Lineages, lineageOf } from "./lineage";
export { type ReadPlan, readPlan } from "./read/plan";
export type { ReadOptions } from "./read/report";
export * from "./schema";
export {
  type Bodies,
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
export { outputJsonSchema } from "./validate/output-schema";
export { type ValidationContext, validatePlan } from "./validate/plan";
export { type ReadSignature, type SignatureProblem, signatureToJsonSchema } from "./validate/signature";
export { planFile } from "./write/file";
export { serializePlan } from "./write/json";
export { type DrawnTasks, loopMermaid, toMermaid } from "./write/mermaid";
export { writePlanText } from "./write/text";
