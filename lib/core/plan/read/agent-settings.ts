import type { Json } from "../../json";
import { withPolicyNames } from "../../policy/names";
import { strictToolPolicy, type ToolPolicy, toolPolicy } from "../../policy/schema";
import { type PlanningHints, planningHints } from "../hints";
import { type Fields, withoutUndefined } from "./fields";

/** A policy that lets no tool through: what stands for one that is not understood. */
export const NO_TOOLS: ToolPolicy = toolPolicy.parse({ allowed: [] });

/** A tool policy as people and models write it; undefined when any of it is not understood. */
export const asPolicy = (value: Json | undefined): ToolPolicy | undefined =>
  strictToolPolicy.safeParse(withPolicyNames(value)).data;

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
