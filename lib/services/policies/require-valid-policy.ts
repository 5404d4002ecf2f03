import { describePolicyIssue, type PolicyMessage } from "@/lib/core/describe/policy";
import { invalidInput } from "@/lib/core/errors";
import { policyIssues, type ToolPolicy } from "@/lib/core/policy";
import type { Tools } from "@/lib/core/ports";

/** What is odd in the policy of a run that begins, at its paths below its settings; absent where nothing is. */
export type PolicyWarnings = { warnings?: PolicyMessage[] };

/** Holds the policy among the settings at `path` against the tools that there are. Throws as `requireValidPolicy` does. */
export function runPolicyWarnings(
  { tools }: { tools: Pick<Tools, "list"> },
  { toolPolicy }: { toolPolicy?: ToolPolicy | undefined },
  path: string,
): PolicyWarnings {
  if (!toolPolicy) return {};
  const at = { path: `${path}.toolPolicy`, title: "Tool policy: " };
  const found = requireValidPolicy(toolPolicy, tools, at);
  const warnings = found.map((one) => ({ ...one, path: `${at.path}.${one.path}` }));
  return warnings.length > 0 ? { warnings } : {};
}

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
