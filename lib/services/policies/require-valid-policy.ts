import { describePolicyIssue, type PolicyMessage } from "@/lib/core/describe/policy";
import { invalidInput } from "@/lib/core/errors";
import { policyIssues, type ToolPolicy } from "@/lib/core/policy";
import type { Tools } from "@/lib/core/ports";

/** The warnings about a policy; throws `invalid_input` with every error in it, at its path below `at.path`. */
export function requireValidPolicy(
  policy: ToolPolicy,
  tools: Pick<Tools, "list">,
  at = { path: "policy", title: "" },
): PolicyMessage[] {
  const found = policyIssues(policy, tools.list()).map(describePolicyIssue);
  const errors = found.filter(({ severity }) => severity === "error");
  const [first] = errors;
  if (!first) return found;
  const issues = errors.map(({ path, message }) => ({ path: `${at.path}.${path}`, message }));
  throw invalidInput(`${at.title}${first.message}`, { issues });
}
