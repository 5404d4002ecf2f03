import type { Json } from "../json";
import { ruleMatches } from "./rules";
import type { PolicyEffect, ToolPolicy } from "./schema";

/** What a policy looks at in a tool. */
export type ToolTraits = { name: string; tags?: readonly string[] };
export type PolicyVerdict = { decision: PolicyEffect; reason: string };

const STRICTNESS: Record<PolicyEffect, number> = { allow: 0, ask: 1, deny: 2 };

/**
 * May this tool be used, and with these arguments? The deny-list wins over the allow-list, that over required
 * tags, those over argument rules; of several rules that fit, the strictest decides. Without `args` the rules are
 * left out: that is the question for a catalogue or a plan (docs/agents.md, "Policies").
 */
export function evaluatePolicy(policy: ToolPolicy, tool: ToolTraits, args?: Json): PolicyVerdict {
  const { name, tags = [] } = tool;
  if (policy.denied.includes(name)) return deny(`"${name}" is on the deny-list.`);
  if (policy.allowed !== null && !policy.allowed.includes(name))
    return deny(`"${name}" is not on the allow-list.`);
  const lacking = policy.requiredTags.filter((tag) => !tags.includes(tag));
  if (lacking.length > 0) return deny(`"${name}" lacks the required tags: ${lacking.join(", ")}.`);
  if (args === undefined) return { decision: "allow", reason: `"${name}" is allowed.` };
  return strictest([
    { decision: "allow", reason: `"${name}" is allowed, and no argument rule applies.` },
    ...policy.rules
      .filter((rule) => rule.tool === name && ruleMatches(rule, args))
      .map(({ path, operator, value, effect }) => ({
        decision: effect,
        reason: `Argument rule: ${path} ${operator}${operator === "exists" ? "" : ` ${JSON.stringify(value)}`}.`,
      })),
  ]);
}

/** Several policies at once (workspace, role, run, agent): the strictest verdict of all. */
export function evaluatePolicies(
  policies: readonly ToolPolicy[],
  tool: ToolTraits,
  args?: Json,
): PolicyVerdict {
  return strictest([
    { decision: "allow", reason: "No policy applies." },
    ...policies.map((policy) => evaluatePolicy(policy, tool, args)),
  ]);
}

/** The strictest verdict; of equally strict ones the last, which is the more specific. */
function strictest(verdicts: [PolicyVerdict, ...PolicyVerdict[]]): PolicyVerdict {
  return verdicts.reduce((kept, next) =>
    STRICTNESS[next.decision] >= STRICTNESS[kept.decision] ? next : kept,
  );
}

function deny(reason: string): PolicyVerdict {
  return { decision: "deny", reason };
}
