import { canonicalJson, type Json } from "../json";
import { pathSegments, valueAt } from "../json-path";
import type { ArgumentRule } from "./schema";

/**
 * Does the rule apply to these arguments? An absent argument fits only `!=` and `not_in`. Values that cannot be
 * compared fit a rule that asks or denies, and never one that allows.
 */
export function ruleMatches(rule: ArgumentRule, args: Json): boolean {
  const found = valuesAt(args, pathSegments(rule.path.replace(/^\$/, "")));
  if (rule.operator === "exists") return found.length > 0;
  if (found.length === 0) return rule.operator === "!=" || rule.operator === "not_in";
  return found.some((value) => compare(rule.operator, value, rule.value) ?? rule.effect !== "allow");
}

/** True or false, or undefined when the two values are of kinds that the operator cannot compare. */
function compare(operator: ArgumentRule["operator"], left: Json, right: Json): boolean | undefined {
  switch (operator) {
    case "=":
      return equal(left, right);
    case "!=":
      return !equal(left, right);
    case "in":
      return Array.isArray(right) ? right.some((item) => equal(left, item)) : undefined;
    case "not_in":
      return Array.isArray(right) ? !right.some((item) => equal(left, item)) : undefined;
    case "contains":
      if (Array.isArray(left)) return left.some((item) => equal(item, right));
      return bothTexts(left, right, (text, part) => text.includes(part));
    case "starts_with":
      return bothTexts(left, right, (text, part) => text.startsWith(part));
    case "ends_with":
      return bothTexts(left, right, (text, part) => text.endsWith(part));
    default:
      return ordered(operator, left, right);
  }
}

function ordered(operator: string, left: Json, right: Json): boolean | undefined {
  const comparable =
    (typeof left === "number" && typeof right === "number") ||
    (typeof left === "string" && typeof right === "string");
  if (!comparable) return undefined;
  if (left === right) return operator.endsWith("=");
  return operator.startsWith(left < right ? "<" : ">");
}

function bothTexts(
  left: Json,
  right: Json,
  test: (text: string, part: string) => boolean,
): boolean | undefined {
  return typeof left === "string" && typeof right === "string" ? test(left, right) : undefined;
}

function equal(left: Json, right: Json): boolean {
  return canonicalJson(left) === canonicalJson(right);
}

/** All values that a path with `*` steps leads to. */
function valuesAt(value: Json, segments: readonly string[]): Json[] {
  let found: Json[] = [value];
  for (const segment of segments) {
    found = found.flatMap((at): Json[] => {
      if (segment === "*" && Array.isArray(at)) return at;
      const next = valueAt(at, [segment]);
      return next === undefined ? [] : [next];
    });
  }
  return found;
}
