import { z } from "zod";
import { POLICY_LEVELS, POLICY_ROLES, type PolicySource } from "./source";
import { ARGUMENT_OPERATORS } from "./words";

const tool = z.string();
const source = z
  .object({
    level: z.enum(POLICY_LEVELS),
    role: z.enum(POLICY_ROLES).optional(),
    name: z.string().optional(),
    id: z.string().optional(),
  })
  .optional() satisfies z.ZodType<PolicySource | undefined>;

/** Why a policy decides as it does; `lib/core/describe/policy` makes the sentence (docs/policies.md). */
export const policyReason = z.discriminatedUnion("code", [
  z.object({ code: z.literal("no_policy") }),
  /** No part speaks against it; where arguments were given, no rule fits them. */
  z.object({ code: z.literal("allowed"), tool, withArguments: z.boolean() }),
  z.object({ code: z.literal("on_deny_list"), tool, source }),
  z.object({ code: z.literal("off_allow_list"), tool, source }),
  z.object({ code: z.literal("tags_missing"), tool, tags: z.array(z.string()), source }),
  /** `rule` is its place in the policy, from 0; `value` what it compares with, as JSON, cut where it is long. */
  z.object({
    code: z.literal("rule"),
    tool,
    rule: z.int().min(0),
    path: z.string(),
    operator: z.enum(ARGUMENT_OPERATORS),
    value: z.string(),
    source,
  }),
  /** `costUsd` is what the tool states of the cost of a call; absent where it states nothing. */
  z.object({
    code: z.literal("cost"),
    tool,
    rule: z.int().min(0),
    maxCostUsd: z.number(),
    costUsd: z.number().optional(),
    source,
  }),
]);
export type PolicyReason = z.infer<typeof policyReason>;
