import type { Json } from "../json";
import { type Fields, withoutUndefined } from "./fields";
import { type PlanningHints, planningHints } from "./hints";

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
