export * from "./check";
export {
  evaluatePolicies,
  evaluatePolicy,
  explainPolicy,
  type PolicyVerdict,
  strictestOf,
  type ToolTraits,
} from "./evaluate";

export {
  type BegunTool,
  type CalledTool,
  type CallFacts,
  type CallRuling,
  type CallVerdict,
  changesOutside,
  definitionOfCall,
  mayRepeat,
  ruleCall,
} from "./rule-call";
export {
  type ArgumentRule,
  type CostRule,
  type PolicyRule,
  strictToolPolicy,
  type ToolPolicy,
  toolPolicy,
} from "./schema";
export * from "./source";
export * from "./stored";
export * from "./view";
export * from "./words";
export { workspacePolicies } from "./workspace";
