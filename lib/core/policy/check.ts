import { isJsonObject, type Json, type JsonObject } from "../json";
import { pathSegments } from "../json-path";
import { isHostPattern } from "../web-address";
import { isAbout, isCostRule } from "./cost-rules";
import type { ArgumentRule, CostRule, PolicyRule, ToolPolicy } from "./schema";

/** An argument that a rule can look at. `types` are those of JSON Schema; empty where the schema says none. */
export type ArgumentPath = {
  path: string;
  types: readonly string[];
  choices?: readonly Json[];
  help?: string;
};

const MAX_DEPTH = 4;

type PolicyFault =
  | { code: "unknown_tool" | "denied_and_allowed"; tool: string }
  | { code: "allows_nothing" | "tool_missing" | "path_missing" }
  | { code: "unknown_argument"; tool: string; argument: string }
  | { code: "cost_unstated"; tools: readonly string[] }
  | { code: ValueFault };

/** What is wrong with a policy, or odd in it: `path` leads to its field, such as `rules.0.value`; `incomplete`: the field is still empty. */
export type PolicyIssue = { severity: "error" | "warning"; path: string; incomplete?: true } & PolicyFault;

type KnownTool = { name: string; inputSchema: JsonObject; costHint?: number };

/**
 * What a policy cannot mean (errors), and what it names that is not there (warnings: tools come and go), beside the
 * tools that exist (docs/policies.md).
 */
export function policyIssues(policy: ToolPolicy, tools: readonly KnownTool[]): PolicyIssue[] {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const unknown = (list: "denied" | "allowed", names: readonly string[]) =>
    names.flatMap((name, index) =>
      byName.has(name) ? [] : warning(`${list}.${index}`, { code: "unknown_tool", tool: name }),
    );
  const both = policy.denied.filter((name) => policy.allowed?.includes(name));
  return [
    ...unknown("denied", policy.denied),
    ...unknown("allowed", policy.allowed ?? []),
    ...both.map((tool) => warning("denied", { code: "denied_and_allowed", tool })),
    ...(policy.allowed?.length === 0 ? [warning("allowed", { code: "allows_nothing" })] : []),
    ...policy.rules.flatMap((rule, index) => ruleIssues(rule, `rules.${index}`, byName)),
  ];
}

function ruleIssues(rule: PolicyRule, at: string, tools: ReadonlyMap<string, KnownTool>): PolicyIssue[] {
  const tool = rule.tool === null ? undefined : tools.get(rule.tool);
  const ofTool =
    rule.tool === null || tool
      ? []
      : rule.tool === ""
        ? [incomplete(`${at}.tool`, { code: "tool_missing" })]
        : [warning(`${at}.tool`, { code: "unknown_tool", tool: rule.tool })];
  if (isCostRule(rule)) return [...ofTool, ...unstatedCost(rule, at, tools)];
  const valueFault = faultOfValue(rule);
  return [
    ...ofTool,
    ...pathIssues(rule, at, tool),
    ...(valueFault ? [error(`${at}.value`, { code: valueFault })] : []),
  ];
}

/** Of tools that are there, those that the bound holds only because they state no cost. */
function unstatedCost(rule: CostRule, at: string, tools: ReadonlyMap<string, KnownTool>): PolicyIssue[] {
  const unstated = [...tools.values()].filter((tool) => tool.costHint === undefined);
  const names = unstated.flatMap(({ name }) => (isAbout(rule, name) ? [name] : []));
  return names.length > 0 ? [warning(`${at}.maxCostUsd`, { code: "cost_unstated", tools: names })] : [];
}

function pathIssues(
  { tool: name, path }: ArgumentRule,
  rule: string,
  tool: KnownTool | undefined,
): PolicyIssue[] {
  const at = `${rule}.path`;
  if (path.trim() === "") return [incomplete(at, { code: "path_missing" })];
  const isOdd = tool !== undefined && !isKnownPath(path, tool.inputSchema);
  return isOdd ? [warning(at, { code: "unknown_argument", tool: name, argument: path })] : [];
}

/** Schemas may leave arguments unnamed: what stands below a named one is taken for known. */
function isKnownPath(path: string, schema: JsonObject): boolean {
  const wanted = pathSegments(path.replace(/^\$/, ""));
  if (wanted.length === 0) return true;
  return argumentPaths(schema).some((known) => pathSegments(known.path)[0] === wanted[0]);
}

type ValueFault = "list_needed" | "hosts_needed" | "number_or_text_needed" | "text_needed";

function faultOfValue({ operator, value }: ArgumentRule): ValueFault | undefined {
  switch (operator) {
    case "in":
    case "not_in":
      return Array.isArray(value) ? undefined : "list_needed";
    case "host_not_in":
      if (!Array.isArray(value)) return "list_needed";
      return value.every((one) => typeof one === "string" && isHostPattern(one)) ? undefined : "hosts_needed";
    case "<":
    case "<=":
    case ">":
    case ">=":
      return typeof value === "number" || typeof value === "string" ? undefined : "number_or_text_needed";
    case "starts_with":
    case "ends_with":
      return typeof value === "string" ? undefined : "text_needed";
    default:
      return;
  }
}

const error = (path: string, fault: PolicyFault): PolicyIssue => ({ severity: "error", path, ...fault });
const incomplete = (path: string, fault: PolicyFault): PolicyIssue => ({
  ...error(path, fault),
  incomplete: true,
});
const warning = (path: string, fault: PolicyFault): PolicyIssue => ({ severity: "warning", path, ...fault });

/**
 * The arguments that a tool's schema names, as paths of rules: `to.*.mail` for a field of every item of a list. What
 * lies deeper than four levels has to be written by hand.
 */
export function argumentPaths(schema: JsonObject): ArgumentPath[] {
  return pathsInside(schema, [], 0);
}

function pathsInside(schema: JsonObject, path: readonly string[], depth: number): ArgumentPath[] {
  if (depth >= MAX_DEPTH) return [];
  const { properties, items } = schema;
  const named = isJsonObject(properties)
    ? Object.entries(properties).flatMap(([name, one]) => pathsAt(one, [...path, name], depth))
    : [];
  return [...named, ...(isJsonObject(items) ? pathsAt(items, [...path, "*"], depth) : [])];
}

function pathsAt(schema: Json, path: readonly string[], depth: number): ArgumentPath[] {
  if (!isJsonObject(schema)) return [{ path: path.join("."), types: [] }];
  const { type, description } = schema;
  const types = (Array.isArray(type) ? type : [type]).filter((one) => typeof one === "string");
  const choices = Array.isArray(schema.enum) ? schema.enum : undefined;
  const own = {
    path: path.join("."),
    types,
    ...(choices && { choices }),
    ...(typeof description === "string" && { help: description }),
  };
  return [own, ...pathsInside(schema, path, depth + 1)];
}
