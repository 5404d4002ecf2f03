import { z } from "zod";
import { json } from "../json-schemas";
import { POLICY_ROLES, policyScope, strictToolPolicy, type ToolPolicy } from "../policy";
import { withPolicyNames } from "../policy/names";
import { lastOrdinal, ordinal } from "./bounds";
import { MAX_POLICY_NAME_CHARS } from "./limits";

const MAX_NAMES = 500;
const MAX_RULES = 200;

export const policyId = z.string().min(1).max(100);
const policyName = z
  .string()
  .trim()
  .min(1, "Give the policy a name: refusals name it.")
  .max(MAX_POLICY_NAME_CHARS);

const isSmall = ({ denied, allowed, requiredTags, rules }: ToolPolicy): boolean =>
  [denied, allowed ?? [], requiredTags].every((names) => names.length <= MAX_NAMES) &&
  rules.length <= MAX_RULES;

/** A policy as people give it: nothing in it may be misspelt, and it stays small enough to be asked at every call. */
const policyInput = z.preprocess(
  withPolicyNames<z.input<typeof strictToolPolicy>>,
  strictToolPolicy.refine(
    isSmall,
    `A policy takes at most ${MAX_NAMES} names in a list and ${MAX_RULES} rules.`,
  ),
);

/** A policy that is not stored yet, to be tried; with `policyId` in the place of the stored one. */
const policyDraft = z.strictObject({
  policyId: policyId.optional(),
  name: z.string().max(MAX_POLICY_NAME_CHARS).default("Draft"),
  scope: policyScope,
  policy: policyInput,
});
export type PolicyDraft = z.output<typeof policyDraft>;

/** The next version of a policy, or the first of a new one; `version` is the one that was edited, 0 of a new one. */
export const savePolicyInput = z.strictObject({
  policyId: policyId.optional(),
  version: lastOrdinal.default(0),
  name: policyName,
  scope: policyScope,
  policy: policyInput,
});
/** As callers give it. */
export type SavePolicyInput = z.input<typeof savePolicyInput>;

export const removePolicyInput = z.strictObject({ policyId, version: ordinal });

/** A call to be explained; without `args` it is whether the tool may be used at all. */
export const explainPolicyInput = z.strictObject({
  tool: z.string().min(1).max(200),
  args: json.optional(),
  role: z.enum(POLICY_ROLES).default("agent"),
  runId: z.string().max(200).optional(),
  agent: z.string().max(200).optional(),
  /** A policy that a run is to have. */
  runPolicy: policyInput.optional(),
  draft: policyDraft.optional(),
});
/** As callers give it. */
export type ExplainPolicyInput = z.input<typeof explainPolicyInput>;
