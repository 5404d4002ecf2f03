import { isJsonObject, type Json } from "../../json";
import { strictToolPolicy, type ToolPolicy, toolPolicy } from "../../policy/schema";
import { type PlanningHints, planningHints } from "../hints";
import { type Fields, snakeCase, withoutUndefined } from "./fields";

const KEYS = new Map([
  ["denied", "denied"],
  ["deny", "denied"],
  ["allowed", "allowed"],
  ["allow", "allowed"],
  ["required_tags", "requiredTags"],
  ["rules", "rules"],
  ["denied_tools", "denied"],
  ["allowed_tools", "allowed"],
  ["require_tags", "requiredTags"],
]);

/** A policy that lets no tool through: what stands for one that is not understood. */
export const NO_TOOLS: ToolPolicy = toolPolicy.parse({ allowed: [] });

/** A tool policy as people and models write it; undefined when any of it is not understood. */
export function asPolicy(value: Json | undefined): ToolPolicy | undefined {
  if (!isJsonObject(value)) return;
  const named = Object.entries(value).map(([key, one]) => [KEYS.get(snakeCase(key)) ?? key, one] as const);
  // A field given under two names would be half a policy.
  if (new Set(named.map(([key]) => key)).size < named.length) return;
  return strictToolPolicy.safeParse(Object.fromEntries(named)).data;
}

/** Names under which a policy stands on the agent itself. */
export const FLAT_POLICY = ["denied_tools", "allowed_tools", "require_tags", "required_tags"];

/** Planning hints as people and models write them; what is not understood is reported. */
export function hintsOf(fields: Fields): PlanningHints {
  const given = {
    ordering: fields.texts(["ordering", "order"]),
    parallelGroups: fields.read(["parallel_groups"], "a list of lists of tools", asGroups),
    sequentialOnly: fields.texts(["sequential_only"]),
    disallowed: fields.texts(["disallowed", "disallow"]),
    preferred: fields.texts(["preferred", "prefer"]),
    maxParallel: fields.integer(["max_parallel"], 1),
  };
  fields.finish();
  return planningHints.parse(withoutUndefined(given));
}

function asGroups(value: Json): string[][] | undefined {
  const groups = planningHints.shape.parallelGroups.safeParse(value);
  return groups.success ? groups.data : undefined;
}
