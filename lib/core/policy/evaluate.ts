import { formatPolicyReason } from "../describe/policy";
import { canonicalJson, compareDecimals, isJsonObject, isNumeric, type Json } from "../json";
import { pathSegments, valueAt } from "../json-path";
import { cutText } from "../text";
import { isOnHost } from "../web-address";
import { exceeds, isAbout, isCostRule } from "./cost-rules";
import type { PolicyReason } from "./reason";
import type { ArgumentRule, CostRule, PolicyRule, ToolPolicy } from "./schema";
import type { PolicySource, SourcedPolicy } from "./source";
import type { PolicyEffect } from "./words";

/** Of the value in a rule, what its reason holds. */
const VALUE_CHARS = 200;

/** Paths are read once: the same rules are asked at every call. */
const segmentCache = new WeakMap<ArgumentRule, readonly string[]>();

/** What a policy looks at in a tool; `costHint` is what it states of the cost of a call, in US dollars. */
export type ToolTraits = { name: string; tags?: readonly string[]; costHint?: number | undefined };
export type PolicyVerdict = { decision: PolicyEffect; reason: PolicyReason };

/** A verdict with what it comes from: the part of the policy, the rule by its place, and the policy. */
export type SinglePolicyVerdict = PolicyVerdict & {
  part?: keyof ToolPolicy;
  rule?: number;
  source?: PolicySource;
};

const STRICTNESS: Record<PolicyEffect, number> = { allow: 0, ask: 1, deny: 2 };

/**
 * May this tool be used, and with these arguments? The deny-list wins over the allow-list, that over required
 * tags, those over rules; of several rules that fit, the strictest decides. Without `args` rules about arguments are
 * left out: that is the question for a catalogue or a plan (docs/policies.md). `reason` is a sentence; `explainPolicy`
 * gives the facts.
 */
export function evaluatePolicy(
  policy: SourcedPolicy,
  tool: ToolTraits,
  args?: Json,
): { decision: PolicyEffect; reason: string } {
  const { decision, reason } = explainPolicy(policy, tool, args);
  return { decision, reason: formatPolicyReason(reason) };
}

/** Several policies at once (workspace, role, run, agent): the strictest verdict of all. */
export function evaluatePolicies(
  policies: readonly SourcedPolicy[],
  tool: ToolTraits,
  args?: Json,
): PolicyVerdict {
  const { decision, reason } = strictestOf(policies.map((policy) => explainPolicy(policy, tool, args)));
  return { decision, reason };
}

/** The same as `evaluatePolicy`, with what the verdict comes from. */
export function explainPolicy(policy: SourcedPolicy, tool: ToolTraits, args?: Json): SinglePolicyVerdict {
  const { source } = policy;
  const found = judge(policy, tool, args);
  return source ? { ...found, source } : found;
}

/** The strictest of what several policies say; where there is none, nothing binds the call. */
export function strictestOf(verdicts: readonly SinglePolicyVerdict[]): SinglePolicyVerdict {
  return strictest([{ decision: "allow", reason: { code: "no_policy" } }, ...verdicts]);
}

function judge(
  { denied, allowed, requiredTags, rules, source }: SourcedPolicy,
  { name: tool, tags: carried = [], costHint }: ToolTraits,
  args?: Json,
): SinglePolicyVerdict {
  const from = source && { source };
  if (denied.includes(tool)) return deny("denied", { code: "on_deny_list", tool, ...from });
  if (allowed !== null && !allowed.includes(tool))
    return deny("allowed", { code: "off_allow_list", tool, ...from });
  const tags = requiredTags.filter((tag) => !carried.includes(tag));
  if (tags.length > 0) return deny("requiredTags", { code: "tags_missing", tool, tags, ...from });
  const plain: SinglePolicyVerdict = {
    decision: "allow",
    reason: { code: "allowed", tool, withArguments: args !== undefined },
  };
  const reasonOf = (one: PolicyRule, rule: number): PolicyReason | undefined => {
    if (!isAbout(one, tool)) return;
    if (!isCostRule(one))
      return args !== undefined && ruleMatches(one, args) ? argumentReason(one, rule) : undefined;
    return exceeds(one, costHint) ? costReason(one, rule, { name: tool, costHint }) : undefined;
  };
  return strictest([
    plain,
    ...rules.flatMap((one, rule): SinglePolicyVerdict[] => {
      const reason = reasonOf(one, rule);
      return reason ? [{ decision: one.effect, reason: { ...reason, ...from }, part: "rules", rule }] : [];
    }),
  ]);
}

function costReason({ maxCostUsd }: CostRule, rule: number, { name, costHint }: ToolTraits): PolicyReason {
  return { code: "cost", tool: name, rule, maxCostUsd, ...(costHint !== undefined && { costUsd: costHint }) };
}

function argumentReason({ tool, path, operator, value }: ArgumentRule, rule: number): PolicyReason {
  const shown = cutText(JSON.stringify(value), VALUE_CHARS);
  return { code: "rule", tool, rule, path: cutText(path, VALUE_CHARS), operator, value: shown };
}

/** The strictest verdict; of equally strict ones the last, which is the more specific. */
function strictest(verdicts: [SinglePolicyVerdict, ...SinglePolicyVerdict[]]): SinglePolicyVerdict {
  return verdicts.reduce((kept, next) =>
    STRICTNESS[next.decision] >= STRICTNESS[kept.decision] ? next : kept,
  );
}

function deny(part: keyof ToolPolicy, reason: PolicyReason): SinglePolicyVerdict {
  return { decision: "deny", reason, part };
}

/**
 * Does the rule apply to these arguments? An absent argument fits only `!=`, `not_in` and `host_not_in`, the last also
 * where a single item lacks it. Values that cannot be compared fit a rule that asks or denies, and never one that allows.
 */
function ruleMatches(rule: ArgumentRule, args: Json): boolean {
  const { operator, value: wanted, effect } = rule;
  let isThere = false;
  const isStrict = effect !== "allow";
  const fits = anyValueAt(args, { segments: segmentsOf(rule), isStrict }, 0, (value) => {
    if (value === undefined) return operator === "host_not_in";
    isThere = true;
    return operator === "exists" || (compare(operator, value, wanted) ?? isStrict);
  });
  return fits || (!isThere && FIT_ABSENT.has(operator));
}

const FIT_ABSENT: ReadonlySet<ArgumentRule["operator"]> = new Set(["!=", "not_in", "host_not_in"]);

function segmentsOf(rule: ArgumentRule): readonly string[] {
  const segments = segmentCache.get(rule) ?? pathSegments(rule.path.replace(/^\$/, ""));
  segmentCache.set(rule, segments);
  return segments;
}

type RulePath = { segments: readonly string[]; isStrict: boolean };

/**
 * Does any value fit that the rest of a path leads to, with `*` for any item? Where it leads nowhere, undefined is asked for; where a
 * rule that asks or denies leads into a text or past the items of a list, nobody can tell, and it fits.
 */
function anyValueAt(
  value: Json,
  path: RulePath,
  from: number,
  fits: (value: Json | undefined) => boolean,
): boolean {
  const segment = path.segments[from];
  if (segment === undefined) return fits(value);
  const items = segment === "*" ? itemsOf(value, path) : undefined;
  if (items) return items.some((item) => anyValueAt(item, path, from + 1, fits));
  if (path.isStrict && isOpaque(value, segment)) return true;
  return keysLike(value, segment, path).some((key) => {
    const next = valueAt(value, [key]);
    return next === undefined ? fits(undefined) : anyValueAt(next, path, from + 1, fits);
  });
}

/** A body may be written out as text, or stand in a list. */
const isOpaque = (value: Json, segment: string): boolean =>
  Array.isArray(value)
    ? value.length > 0 && !/^\d+$/.test(segment)
    : typeof value === "string" && value !== "";

/** Who asks or denies means a key in any case, as names of headers have none. */
function keysLike(value: Json, segment: string, { isStrict }: RulePath): string[] {
  if (!isStrict || !isJsonObject(value)) return [segment];
  const name = segment.toLowerCase();
  return [segment, ...Object.keys(value).filter((key) => key !== segment && key.toLowerCase() === name)];
}

/** Who asks or denies means what stands in place of a list as well: a map of items, or one by itself. */
function itemsOf(value: Json, { isStrict }: RulePath): readonly Json[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isStrict) return;
  return isJsonObject(value) ? [...Object.values(value), value] : [value];
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
    case "host_not_in":
      return Array.isArray(right) ? !isOnHosts(left, right) : undefined;
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

/** What is no text is an address on no host. */
const isOnHosts = (address: Json, hosts: readonly Json[]): boolean =>
  typeof address === "string" &&
  isOnHost(
    address,
    hosts.filter((host) => typeof host === "string"),
  );

function ordered(operator: string, left: Json, right: Json): boolean | undefined {
  const order = orderOf(left, right);
  if (order === undefined) return undefined;
  if (order === 0) return operator.endsWith("=");
  return operator.startsWith(order < 0 ? "<" : ">");
}

function orderOf(left: Json, right: Json): number | undefined {
  if (isNumeric(left) && isNumeric(right)) return compareDecimals(left, right);
  if (typeof left !== "string" || typeof right !== "string") return undefined;
  return Number(left > right) - Number(left < right);
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
