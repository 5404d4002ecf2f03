import { z } from "zod";
import { json } from "../json-schemas";
import { ARGUMENT_OPERATORS, COST_EFFECTS, MAX_BOUND_USD, POLICY_EFFECTS } from "./words";

/** What to do with calls of `tool` whose argument at `path` (keys and indexes; `*` = any of a list) fits. */
const argumentRule = z.object({
  tool: z.string(),
  path: z.string(),
  operator: z.enum(ARGUMENT_OPERATORS),
  /** What the argument is compared with; a list for `in`, `not_in` and `host_not_in` (hosts); unused by `exists`. */
  value: json.default(null),
  effect: z.enum(POLICY_EFFECTS),
});

/** What to do with calls of `tool` (null: of any) that cost more than this, or of which nobody states what they cost. */
const costRule = z.object({
  tool: z.string().nullable().default(null),
  maxCostUsd: z.number().min(0).max(MAX_BOUND_USD),
  effect: z.enum(COST_EFFECTS),
});

/** Which tools may be used, and how (docs/policies.md). */
export const toolPolicy = z.object({
  denied: z.array(z.string()).default([]),
  /** null: every tool; an empty list: none. */
  allowed: z.array(z.string()).nullable().default(null),
  requiredTags: z.array(z.string()).default([]),
  rules: z.array(z.union([argumentRule, costRule])).default([]),
});

/** The same where people write one: a field that is misspelt is refused, since it would be a restriction that is lost. */
export const strictToolPolicy = toolPolicy
  .extend({ rules: z.array(z.union([argumentRule.strict(), costRule.strict()])).default([]) })
  .strict();

export type ArgumentRule = z.infer<typeof argumentRule>;
export type CostRule = z.infer<typeof costRule>;
export type PolicyRule = ArgumentRule | CostRule;
export type ToolPolicy = z.infer<typeof toolPolicy>;
