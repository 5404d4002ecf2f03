import { canonicalJson } from "../json";
import { coversCost, isCostRule } from "./cost-rules";
import type { ArgumentRule, PolicyRule, ToolPolicy } from "./schema";

/**
 * The parts by which a policy lets through what another would deny or ask about; empty when it is at least as strict
 * for every tool and every argument (docs/policies.md). What cannot be proven counts as wider.
 */
export function widerParts(next: ToolPolicy, than: ToolPolicy): (keyof ToolPolicy)[] {
  const { allowed } = next;
  const isOpen = (tool: string) =>
    !next.denied.includes(tool) && (allowed === null || allowed.includes(tool));
  /** The tools that it lets through of those that a rule is about; null stands for any that there may be. */
  const openTo = ({ tool }: PolicyRule): readonly (string | null)[] =>
    tool === null ? (allowed?.filter(isOpen) ?? [null]) : [tool].filter(isOpen);
  // A policy that lets no tool through is narrower than any.
  if (allowed !== null && !allowed.some(isOpen)) return [];
  const wider: Record<keyof ToolPolicy, boolean> = {
    denied: than.denied.some(isOpen),
    // Only of a list that ends is it known that its tools are among these.
    allowed: than.allowed !== null && !allowed?.filter(isOpen).every((tool) => than.allowed?.includes(tool)),
    requiredTags: than.requiredTags.some((tag) => !next.requiredTags.includes(tag)),
    rules: than.rules.some((rule) => openTo(rule).some((tool) => !isKept(next.rules, rule, tool))),
  };
  return (Object.keys(wider) as (keyof ToolPolicy)[]).filter((part) => wider[part]);
}

/** Rules that allow bind nothing, as the strictest decides. */
function isKept(rules: readonly PolicyRule[], rule: PolicyRule, tool: string | null): boolean {
  if (isCostRule(rule)) return coversCost(rules, rule, tool);
  if (rule.effect === "allow") return true;
  const same = conditionOf(rule);
  return rules.some(
    (one) =>
      !isCostRule(one) && conditionOf(one) === same && (one.effect === rule.effect || one.effect === "deny"),
  );
}

/** When a rule applies. Values that cannot be compared fit all rules that ask or deny alike. */
const conditionOf = ({ effect, ...condition }: ArgumentRule): string =>
  canonicalJson([effect === "allow", condition]);
