import type { CostRule, PolicyRule } from "./schema";

/** Is it about what a call costs? All others are about its arguments. */
export const isCostRule = (rule: PolicyRule): rule is CostRule => "maxCostUsd" in rule;

/** Is the rule about calls of this tool? */
export const isAbout = ({ tool }: PolicyRule, name: string): boolean => tool === null || tool === name;

/** Does a call of a tool that states this cost exceed the bound? What is not stated is not known to stay within it. */
export const exceeds = ({ maxCostUsd }: CostRule, costHint: number | undefined): boolean =>
  costHint === undefined || costHint > maxCostUsd;

/** Does one of these rules bind what a call of the tool costs (null: of any tool) as `rule` does, or closer? */
export const coversCost = (rules: readonly PolicyRule[], rule: CostRule, tool: string | null): boolean =>
  rules.some(
    (one) =>
      isCostRule(one) &&
      (one.tool === null || one.tool === tool) &&
      one.maxCostUsd <= rule.maxCostUsd &&
      (one.effect === rule.effect || one.effect === "deny"),
  );
