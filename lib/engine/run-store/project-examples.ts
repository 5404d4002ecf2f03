import type { RunEvent } from "@/lib/core/run";
import { readEffectKey } from "@/lib/core/run/effects/keys";

/** Every example of the library that the prompt of a piece of work carried. */
export function exampleUseRowsOf(runId: string, events: RunEvent[]): object[] {
  return events.flatMap(({ at, ...event }) => {
    if (event.type !== "examples_shown") return [];
    const { key, role, examples } = event.payload;
    const { taskId, attempt } = readEffectKey(runId, key);
    const of = role === "agent" ? { taskId, attempt } : {};
    return examples.map(({ id, version }) => ({ key, role, exampleId: id, version, ...of, at }));
  });
}
