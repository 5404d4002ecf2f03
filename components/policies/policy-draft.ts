import { describePolicyIssue, type PolicyMessage } from "@/lib/core/describe/policy";
import type {
  ArgumentRule,
  CostRule,
  PolicyRule,
  PolicyScope,
  PolicyView,
  ToolPolicy,
} from "@/lib/core/policy";
import { policyIssues } from "@/lib/core/policy/check";
import { isCostRule } from "@/lib/core/policy/cost-rules";
import { kindOf, readUsd, readValue, valueText } from "./rule-value";
import type { ToolInfo } from "./types";

/** A rule about arguments with its value as it is typed; `key` tells it from others while rows come and go. */
export type RuleDraft = Omit<ArgumentRule, "value"> & { key: number; value: string };

/** The same of one about costs, and its bound. */
export type CostRuleDraft = Omit<CostRule, "maxCostUsd"> & { key: number; maxCostUsd: string };

/** A policy as its fields hold it. The allow-list keeps its names while every tool is allowed. */
export type FieldsDraft = Pick<ToolPolicy, "denied" | "requiredTags"> & {
  onlyThese: boolean;
  allowed: string[];
  rules: (RuleDraft | CostRuleDraft)[];
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
    rules: rules.map((rule, key) =>
      isCostRule(rule)
        ? { ...rule, key, maxCostUsd: String(rule.maxCostUsd) }
        : { ...rule, key, value: valueText(rule, kindOf(rule, tools)) },
    ),
  };
}

export const isCostDraft = (rule: RuleDraft | CostRuleDraft): rule is CostRuleDraft => "maxCostUsd" in rule;

/** What the fields say, with everything that is wrong or odd in it. */
export function readFields(
  { denied, onlyThese, allowed, requiredTags, rules }: FieldsDraft,
  tools: readonly ToolInfo[],
): { policy: ToolPolicy; issues: PolicyMessage[] } {
  const read = rules.map((rule) => (isCostDraft(rule) ? readCostRule(rule) : readArgumentRule(rule, tools)));
  const valueIssues = read.flatMap(({ problem: message, field, isEmpty }, index): PolicyMessage[] =>
    message === undefined
      ? []
      : [
          {
            severity: "error",
            path: `rules.${index}.${field}`,
            message,
            ...(isEmpty && { incomplete: true }),
          },
        ],
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

type ReadRule = { rule: PolicyRule; field: string; problem?: string | undefined; isEmpty: boolean };

function readArgumentRule(
  { key: _key, value: text, ...rule }: RuleDraft,
  tools: readonly ToolInfo[],
): ReadRule {
  const { value, problem } = readValue(text, rule.operator, kindOf(rule, tools));
  return { rule: { ...rule, value }, field: "value", problem, isEmpty: text.trim() === "" };
}

function readCostRule({ key: _key, maxCostUsd: text, ...rule }: CostRuleDraft): ReadRule {
  const { usd: maxCostUsd, problem } = readUsd(text);
  return { rule: { ...rule, maxCostUsd }, field: "maxCostUsd", problem, isEmpty: text.trim() === "" };
}

/** A rule about arguments to begin with. */
export const addRule = (fields: FieldsDraft): FieldsDraft =>
  withRule(fields, { tool: "", path: "", operator: "=", value: "", effect: "ask" });

/** The same about costs, for every tool. */
export const addCostRule = (fields: FieldsDraft): FieldsDraft =>
  withRule(fields, { tool: null, maxCostUsd: "", effect: "ask" });

function withRule(
  fields: FieldsDraft,
  rule: Omit<RuleDraft, "key"> | Omit<CostRuleDraft, "key">,
): FieldsDraft {
  const key = 1 + Math.max(-1, ...fields.rules.map((one) => one.key));
  return { ...fields, rules: [...fields.rules, { ...rule, key }] };
}
