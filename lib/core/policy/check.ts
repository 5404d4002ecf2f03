import { isJsonObject, type Json, type JsonObject } from "../json";
import { pathSegments } from "../json-path";
import type { ArgumentRule, ToolPolicy } from "./schema";

/** An argument that a rule can look at. `types` are those of JSON Schema; empty where the schema says none. */
export type ArgumentPath = {
  path: string;
  types: readonly string[];
  choices?: readonly Json[];
  help?: string;
};

const MAX_DEPTH = 4;

/** What is wrong with a policy, or odd in it: `path` leads to its field, such as `rules.0.value`; `incomplete`: the field is still empty. */
export type PolicyIssue = {
  severity: "error" | "warning";
  path: string;
  message: string;
  incomplete?: true;
};

type KnownTool = { name: string; inputSchema: JsonObject };

/**
 * What a policy cannot mean (errors), and what it names that is not there (warnings: tools come and go), beside the
 * tools that exist (docs/policies.md).
 */
export function policyIssues(policy: ToolPolicy, tools: readonly KnownTool[]): PolicyIssue[] {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const unknown = (list: "denied" | "allowed", names: readonly string[]) =>
    names.flatMap((name, index) =>
      byName.has(name) ? [] : warning(`${list}.${index}`, `There is no tool "${name}" now.`),
    );
  const both = policy.denied.filter((name) => policy.allowed?.includes(name));
  return [
    ...unknown("denied", policy.denied),
    ...unknown("allowed", policy.allowed ?? []),
    ...both.map((name) => warning("denied", `"${name}" is allowed as well: denied wins.`)),
    ...(policy.allowed?.length === 0
      ? [warning("allowed", "The allow-list is empty: no tool can be used.")]
      : []),
    ...policy.rules.flatMap((rule, index) => ruleIssues(rule, `rules.${index}`, byName)),
  ];
}

function ruleIssues(rule: ArgumentRule, at: string, tools: ReadonlyMap<string, KnownTool>): PolicyIssue[] {
  const tool = tools.get(rule.tool);
  const valueProblem = problemOfValue(rule);
  return [
    ...(rule.tool === "" ? [incomplete(`${at}.tool`, "Choose the tool that the rule is about.")] : []),
    ...(rule.tool !== "" && !tool ? [warning(`${at}.tool`, `There is no tool "${rule.tool}" now.`)] : []),
    ...pathIssues(rule, at, tool),
    ...(valueProblem === undefined ? [] : [error(`${at}.value`, valueProblem)]),
  ];
}

function pathIssues(
  { tool: name, path }: ArgumentRule,
  rule: string,
  tool: KnownTool | undefined,
): PolicyIssue[] {
  const at = `${rule}.path`;
  if (path.trim() === "") return [incomplete(at, "Enter the argument to check; $ is all of them.")];
  const isOdd = tool !== undefined && !isKnownPath(path, tool.inputSchema);
  return isOdd ? [warning(at, `"${name}" names no argument "${path}".`)] : [];
}

/** Schemas may leave arguments unnamed: what stands below a named one is taken for known. */
function isKnownPath(path: string, schema: JsonObject): boolean {
  const wanted = pathSegments(path.replace(/^\$/, ""));
  if (wanted.length === 0) return true;
  return argumentPaths(schema).some((known) => pathSegments(known.path)[0] === wanted[0]);
}

function problemOfValue({ operator, value }: ArgumentRule): string | undefined {
  switch (operator) {
    case "in":
    case "not_in":
      return Array.isArray(value) ? undefined : "This compares with a list: give several values.";
    case "<":
    case "<=":
    case ">":
    case ">=":
      return typeof value === "number" || typeof value === "string"
        ? undefined
        : "This compares with a number or a text.";
    case "starts_with":
    case "ends_with":
      return typeof value === "string" ? undefined : "This compares with a text.";
    default:
      return;
  }
}

const error = (path: string, message: string): PolicyIssue => ({ severity: "error", path, message });
const incomplete = (path: string, message: string): PolicyIssue => ({
  ...error(path, message),
  incomplete: true,
});
const warning = (path: string, message: string): PolicyIssue => ({ severity: "warning", path, message });

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
