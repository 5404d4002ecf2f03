export { evaluatePolicies, evaluatePolicy, type PolicyVerdict, type ToolTraits } from "./evaluate";
export {
  type CalledTool,
  type CallFacts,
  type CallRuling,
  type CallVerdict,
  changesOutside,
  ruleCall,
} from "./rule-call";
export { type ArgumentRule, POLICY_EFFECTS, type PolicyEffect, type ToolPolicy, toolPolicy } from "./schema";
export * from "./workspace";
