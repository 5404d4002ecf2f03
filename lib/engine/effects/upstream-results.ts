import type { Json, JsonObject } from "@/lib/core/json";
import { inputAsData } from "@/lib/core/plan/interpolate";
import type { RunState } from "@/lib/core/run/state";
import { taskIn, type Work } from "./work";

/** A result as prompts name it: null with the reason where there is none. */
export type NamedResult = { id: string; title: string; value: Json; reason?: string };

/** The full results of a task's dependencies, sorted by id. */
export function namedResults(state: Readonly<RunState>, { task, upstream }: Work): NamedResult[] {
  return [...new Set(task.dependsOn)].sort().map((id) => {
    const result = upstream.get(id);
    const named = { id, title: taskIn(state, id).spec.title };
    if (result && "value" in result) return { ...named, value: result.value };
    return { ...named, value: null, ...(result && { reason: result.reason }) };
  });
}

/** What predicates and programs are given, save the result (docs/predicates.md, "Data"). */
export function programData(state: Readonly<RunState>, { task, upstream }: Work) {
  const values = (ids: Iterable<string>): JsonObject =>
    Object.fromEntries(
      [...ids].map((id) => {
        const result = upstream.get(id);
        return [id, result && "value" in result ? result.value : null];
      }),
    );
  const { input } = task;
  return {
    input: task.type === "direct" ? input : inputAsData(input, upstream),
    depends: values(task.dependsOn),
    results: values(upstream.keys()),
    mission: state.mission,
  };
}
