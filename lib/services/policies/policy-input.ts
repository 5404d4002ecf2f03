import { z } from "zod";
import { invalidInput } from "@/lib/core/errors";
import {
  type PolicyIssue,
  policyIssues,
  policyScope,
  strictToolPolicy,
  type ToolPolicy,
} from "@/lib/core/policy";
import type { Tools } from "@/lib/core/ports";

const MAX_NAMES = 500;
const MAX_RULES = 200;
const MAX_NAME_CHARS = 80;

export const policyId = z.string().min(1).max(100);
export const policyName = z
  .string()
  .trim()
  .min(1, "Give the policy a name: refusals name it.")
  .max(MAX_NAME_CHARS);

const isSmall = ({ denied, allowed, requiredTags, rules }: ToolPolicy): boolean =>
  [denied, allowed ?? [], requiredTags].every((names) => names.length <= MAX_NAMES) &&
  rules.length <= MAX_RULES;

/** A policy as people give it: nothing in it may be misspelt, and it stays small enough to be asked at every call. */
export const policyInput = strictToolPolicy.refine(
  isSmall,
  `A policy takes at most ${MAX_NAMES} names in a list and ${MAX_RULES} argument rules.`,
);

/** The warnings about a policy; throws `invalid_input` with every error in it, at its path below `at.path`. */
export function requireValidPolicy(
  policy: ToolPolicy,
  tools: Pick<Tools, "list">,
  at = { path: "policy", title: "" },
): PolicyIssue[] {
  const found = policyIssues(policy, tools.list());
  const errors = found.filter(({ severity }) => severity === "error");
  const [first] = errors;
  if (!first) return found;
  const issues = errors.map(({ path, message }) => ({ path: `${at.path}.${path}`, message }));
  throw invalidInput(`${at.title}${first.message}`, { issues });
}

/** A policy that is not stored yet, to be tried; with `policyId` in the place of the stored one. */
export const policyDraft = z.object({
  policyId: policyId.optional(),
  name: z.string().max(MAX_NAME_CHARS).default("Draft"),
  scope: policyScope,
  policy: policyInput,
});
export type PolicyDraft = z.infer<typeof policyDraft>;
