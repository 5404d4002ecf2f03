import type { PolicyIssue } from "../policy/check";
import { isCostRule } from "../policy/cost-rules";
import type { PolicyReason } from "../policy/reason";
import type { ArgumentRule, PolicyRule, ToolPolicy } from "../policy/schema";
import type { PolicyRole, PolicySource } from "../policy/source";
import type { PolicyEffect } from "../policy/words";
import { formatUsd } from "./amounts";

const EFFECT_WORDS: Record<PolicyEffect, string> = {
  allow: "Allows",
  ask: "Asks a person before",
  deny: "Denies",
};

/** What a policy does, a sentence for each of its parts; one sentence where it leaves everything as it is. */
export function describePolicy({ denied, allowed, requiredTags, rules }: ToolPolicy): string[] {
  const lines = [
    ...(denied.length > 0 ? [`Denies ${denied.join(", ")}.`] : []),
    ...(allowed === null
      ? []
      : [allowed.length === 0 ? "Allows no tools." : `Allows only ${allowed.join(", ")}.`]),
    ...(requiredTags.length > 0 ? [`Allows only tools with the tags ${requiredTags.join(", ")}.`] : []),
    ...rules.map(describeRule),
  ];
  return lines.length > 0 ? lines : ["No restrictions: every tool may be used with any arguments."];
}

function describeRule(rule: PolicyRule): string {
  const does = `${EFFECT_WORDS[rule.effect]} ${rule.tool ?? "any tool"} where`;
  return isCostRule(rule)
    ? `${does} a call costs more than ${exactUsd(rule.maxCostUsd)}, or states no cost.`
    : `${does} ${formatRule({ ...rule, value: JSON.stringify(rule.value) })}.`;
}

/** Rounded where that is the amount itself: a bound and what exceeds it never read alike. */
function exactUsd(usd: number): string {
  const rounded = formatUsd(usd);
  return Number(rounded.slice(1)) === usd ? rounded : `$${usd}`;
}

/** The condition of an argument rule as people write it: `amount > 100`. `value` is JSON. */
function formatRule({ path, operator, value }: Pick<ArgumentRule, "path" | "operator"> & { value: string }) {
  if (operator === "host_not_in") return `${path} is on no host of ${value}`;
  return operator === "exists" ? `${path} exists` : `${path} ${operator} ${value}`;
}

const ROLE_WORDS: Record<PolicyRole, string> = {
  planner: "planners",
  agent: "agents",
  direct: "programs",
};

/** The policy in words, for the end of a sentence: `workspace policy "No deploys"`. */
export function formatPolicySource({ level, role, name }: PolicySource): string {
  const called = name === undefined ? "" : ` "${name}"`;
  switch (level) {
    case "workspace":
      return `workspace policy${called}`;
    case "role":
      return `policy${called} for ${role === undefined ? "a role" : ROLE_WORDS[role]}`;
    case "run":
      return "the run's policy";
    case "agent":
      return `the policy of the agent${called}`;
  }
}

/** Why a policy decides as it does, in a sentence that ends with the policy where it has a source. */
export function formatPolicyReason(reason: PolicyReason): string {
  const from = "source" in reason && reason.source ? ` (${formatPolicySource(reason.source)})` : "";
  switch (reason.code) {
    case "no_policy":
      return "No policy applies.";
    case "allowed":
      return `"${reason.tool}" is allowed${reason.withArguments ? ", and no argument rule applies" : ""}.`;
    case "on_deny_list":
      return `"${reason.tool}" is on the deny-list${from}.`;
    case "off_allow_list":
      return `"${reason.tool}" is not on the allow-list${from}.`;
    case "tags_missing":
      return `"${reason.tool}" lacks the required tags: ${reason.tags.join(", ")}${from}.`;
    case "rule":
      return `Argument rule: ${formatRule(reason)}${from}.`;
    case "cost": {
      const { tool, costUsd, maxCostUsd } = reason;
      const bound = exactUsd(maxCostUsd);
      return costUsd === undefined
        ? `Cost rule: "${tool}" states no cost, so a call is not known to stay within ${bound}${from}.`
        : `Cost rule: "${tool}" costs about ${exactUsd(costUsd)} a call, more than ${bound}${from}.`;
    }
  }
}

/** What policies took from an agent: the tools, with the reason where it is one; a step tells nothing of the others. */
export function formatFiltered(filtered: readonly { tool: string; reason: PolicyReason }[]): string {
  const [only, ...others] = filtered;
  if (only && others.length === 0) return `Tool withheld. ${formatPolicyReason(only.reason)}`;
  return `${filtered.length} tools withheld: ${filtered.map(({ tool }) => tool).join(", ")}`;
}

/** A verdict as people read it. */
export const describeVerdict = <V extends { reason: PolicyReason }>(
  verdict: V,
): Omit<V, "reason"> & { reason: string } => ({
  ...verdict,
  reason: formatPolicyReason(verdict.reason),
});

/** An issue of a policy as people read it. */
export type PolicyMessage = Pick<PolicyIssue, "severity" | "path" | "incomplete"> & { message: string };

/** What is wrong with a policy, or odd in it, with the sentence for its field. */
export function describePolicyIssue(issue: PolicyIssue): PolicyMessage {
  const { severity, path, incomplete } = issue;
  return { severity, path, message: issueSentence(issue), ...(incomplete && { incomplete }) };
}

function issueSentence(issue: PolicyIssue): string {
  switch (issue.code) {
    case "unknown_tool":
      return `There is no tool "${issue.tool}" now.`;
    case "denied_and_allowed":
      return `"${issue.tool}" is allowed as well: denied wins.`;
    case "allows_nothing":
      return "The allow-list is empty: no tool can be used.";
    case "tool_missing":
      return "Choose the tool that the rule is about.";
    case "path_missing":
      return "Enter the argument to check; $ is all of them.";
    case "unknown_argument":
      return `"${issue.tool}" names no argument "${issue.argument}".`;
    case "cost_unstated":
      return unstatedCost(issue.tools);
    case "list_needed":
      return "This compares with a list: give several values.";
    case "hosts_needed":
      return "Enter hosts such as example.com, *.example.com or example.com:8443.";
    case "number_or_text_needed":
      return "This compares with a number or a text.";
    case "text_needed":
      return "This compares with a text.";
  }
}

/** Tools that a sentence names; of more it says how many. */
const MAX_NAMED = 3;

function unstatedCost(tools: readonly string[]): string {
  const named = tools.slice(0, MAX_NAMED).join(", ");
  const more = tools.length - MAX_NAMED;
  const who = more > 0 ? `${named} and ${more} more` : named;
  return `The rule holds every call of tools that state no cost: ${who}.`;
}
