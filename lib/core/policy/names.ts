import { isJsonObject, type Json } from "../json";
import { snakeCase } from "../plan/read/fields";

/** Fields of a tool policy under every name that they are read by, in snake_case (docs/policies.md). */
export const POLICY_NAMES: ReadonlyMap<string, string> = new Map([
  ["denied", "denied"],
  ["deny", "denied"],
  ["denied_tools", "denied"],
  ["allowed", "allowed"],
  ["allow", "allowed"],
  ["allowed_tools", "allowed"],
  ["required_tags", "requiredTags"],
  ["require_tags", "requiredTags"],
  ["rules", "rules"],
]);

/** Those that say by themselves what they are about, so that they may stand beside other settings. */
export const FLAT_POLICY = ["denied_tools", "allowed_tools", "require_tags", "required_tags"];

const oursOf = (key: string): string => POLICY_NAMES.get(snakeCase(key)) ?? key;
const isOurs = (key: string): boolean => oursOf(key) === key;

/** A policy with its fields under our names; one that is given under two names keeps the other, which a strict schema refuses. */
export function withPolicyNames<T>(policy: T): T {
  if (!isJsonObject(policy as Json)) return policy;
  const named = new Map<string, unknown>();
  const given = Object.entries(policy as object).toSorted(
    ([a], [b]) => Number(isOurs(b)) - Number(isOurs(a)),
  );
  for (const [key, value] of given) named.set(named.has(oursOf(key)) ? key : oursOf(key), value);
  return Object.fromEntries(named) as T;
}
