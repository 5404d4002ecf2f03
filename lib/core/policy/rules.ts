import { canonicalJson, type Json } from "../json";
import { pathSegments, valueAt } from "../json-path";
import type { ArgumentRule } from "./schema";

/**
 * Does the rule apply to these arguments? An absent argument fits only `!=` and `not_in`. Values that cannot be
 * compared fit a rule that asks or denies, and never one that allows.
 */
export function ruleMatches(rule: ArgumentRule, args: Json): boolean {
  const { operator, value: wanted, effect } = rule;
  let isThere = false;
  const fits = anyValueAt(args, segmentsOf(rule), 0, (value) => {
    isThere = true;
    return operator === "exists" || (compare(operator, value, wanted) ?? effect !== "allow");
  });
  return fits || (!isThere && (operator === "!=" || operator === "not_in"));
}

/** Paths are read once: the same rules are asked at every call. */
const segmentCache = new WeakMap<ArgumentRule, readonly string[]>();

function segmentsOf(rule: ArgumentRule): readonly string[] {
  const segments = segmentCache.get(rule) ?? pathSegments(rule.path.replace(/^\$/, ""));
  segmentCache.set(rule, segments);
  return segments;
}

/** Does any value fit that the rest of a path leads to, with `*` for any item of a list? */
function anyValueAt(
  value: Json,
  segments: readonly string[],
  from: number,
  fits: (value: Json) => boolean,
): boolean {
  const segment = segments[from];
  if (segment === undefined) return fits(value);
  if (segment === "*" && Array.isArray(value))
    return value.some((item) => anyValueAt(item, segments, from + 1, fits));
  const next = valueAt(value, [segment]);
  return next !== undefined && anyValueAt(next, segments, from + 1, fits);
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
      return compareTexts(left, right, (text, part) => text.includes(part));
    case "starts_with":
      return compareTexts(left, right, (text, part) => text.startsWith(part));
    case "ends_with":
      return compareTexts(left, right, (text, part) => text.endsWith(part));
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

function compareTexts(
  left: Json,
  right: Json,
  test: (text: string, part: string) => boolean,
): boolean | undefined {
  return typeof left === "string" && typeof right === "string" ? test(left, right) : undefined;
}

function equal(left: Json, right: Json): boolean {
  return canonicalJson(left) === canonicalJson(right);
}
