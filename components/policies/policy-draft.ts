import { describePolicyIssue, type PolicyMessage } from "@/lib/core/describe/policy";
import type { ArgumentRule, PolicyScope, PolicyView, ToolPolicy } from "@/lib/core/policy";
import { policyIssues } from "@/lib/core/policy/check";
import { kindOf, readValue, valueText } from "./rule-value";
import type { ToolInfo } from "./types";

/** A rule with its value as it is typed; `key` tells it from others while rows come and go. */
export type RuleDraft = Omit<ArgumentRule, "value"> & { key: number; value: string };

/** A policy as its fields hold it. The allow-list keeps its names while every tool is allowed. */
export type FieldsDraft = Pick<ToolPolicy, "denied" | "requiredTags"> & {
  onlyThese: boolean;
  allowed: string[];
  rules: RuleDraft[];
};

export type PolicyDraft = {
  policyId?: string;
  /** The version that is edited; 0 of a new one. */
  version: number;
  name: string;
  scope: PolicyScope;
  fields: FieldsDraft;
};

export const NO_FIELDS: FieldsDraft = {
  denied: [],
  onlyThese: false,
  allowed: [],
  requiredTags: [],
  rules: [],
};
export const NEW_POLICY: PolicyDraft = {
  version: 0,
  name: "",
  scope: { kind: "workspace" },
  fields: NO_FIELDS,
};

export function draftOf(
  { id, version, name, scope, policy }: PolicyView,
  tools: readonly ToolInfo[],
): PolicyDraft {
  return { policyId: id, version, name, scope, fields: fieldsOf(policy, tools) };
}

export function fieldsOf({ allowed, rules, ...lists }: ToolPolicy, tools: readonly ToolInfo[]): FieldsDraft {
  return {
    ...lists,
    onlyThese: allowed !== null,
    allowed: allowed ?? [],
    rules: rules.map((rule, key) => ({ ...rule, key, value: valueText(rule, kindOf(rule, tools)) })),
  };
}

/** What the fields say, with everything that is wrong or odd in it. */
export function readFields(
  { denied, onlyThese, allowed, requiredTags, rules }: FieldsDraft,
  tools: readonly ToolInfo[],
): { policy: ToolPolicy; issues: PolicyMessage[] } {
  const read = rules.map(({ key: _key, value: text, ...rule }) => {
    const { value, problem } = readValue(text, rule.operator, kindOf(rule, tools));
    return { rule: { ...rule, value }, problem, isEmpty: text.trim() === "" };
  });
  const valueIssues = read.flatMap(({ problem: message, isEmpty }, index): PolicyMessage[] =>
    message === undefined
      ? []
      : [{ severity: "error", path: `rules.${index}.value`, message, ...(isEmpty && { incomplete: true }) }],
  );
  const policy = {
    denied,
    allowed: onlyThese ? allowed : null,
    requiredTags,
    rules: read.map(({ rule }) => rule),
  };
  const others = policyIssues(policy, tools)
    .filter(({ path }) => !valueIssues.some((one) => one.path === path))
    .map(describePolicyIssue);
  return { policy, issues: [...valueIssues, ...others] };
}

/** A rule to begin with. */
export function addRule(fields: FieldsDraft): FieldsDraft {
  const key = 1 + Math.max(-1, ...fields.rules.map((rule) => rule.key));
  const rule = { key, tool: "", path: "", operator: "=", value: "", effect: "ask" } as const;
  return { ...fields, rules: [...fields.rules, rule] };
}
