export { evaluatePolicies, evaluatePolicy, type PolicyVerdict, type ToolTraits } from "./evaluate";
export { type ArgumentRule, POLICY_EFFECTS, type PolicyEffect, type ToolPolicy, toolPolicy } from "./schema";
