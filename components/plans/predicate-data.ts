import { queryOptions } from "@tanstack/react-query";
import { fetchJson } from "@/lib/client/fetch-json";
import type { Json } from "@/lib/core/json";
import type { LongText } from "@/lib/core/plan/stored";
import { textRef } from "@/lib/core/plan/stored";
import type { RunState, TaskState } from "@/lib/core/run/state";
import type { StoredValue } from "@/lib/core/stored-value";
import { jsonText, type TrialInput } from "./try-predicate";

/** A task's predicate and what it speaks of, in full: long values are fetched. */
export function predicateDataQuery(state: RunState, task: TaskState) {
  const { runId } = state;
  const { spec, result } = task;
  const depends = spec.dependsOn.map((id) => [id, state.tasks[id]?.result] as const);
  return queryOptions({
    queryKey: [
      "predicate",
      runId,
      task.id,
      state.planVersion,
      result?.digest,
      ...depends.map(([, one]) => one?.digest),
    ],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<{ source: string; start: TrialInput }> => {
      const bodyOf = async (digest: string): Promise<Json> => {
        const path = `/api/v1/runs/${encodeURIComponent(runId)}/values/${encodeURIComponent(digest)}`;
        return (await fetchJson<{ value: Json }>(path, signal)).value;
      };
      const storedOf = async (stored: StoredValue | undefined): Promise<Json> => {
        if (!stored) return null;
        return "inline" in stored ? stored.inline : bodyOf(stored.ref);
      };
      const plainOf = async (value: Json | LongText): Promise<Json> => {
        const ref = textRef.safeParse(value);
        return ref.success ? bodyOf(ref.data.$ref) : (value as Json);
      };
      const [source, input, output, ...others] = await Promise.all([
        plainOf(spec.verification ?? ""),
        plainOf(spec.input),
        storedOf(result),
        ...depends.map(([, stored]) => storedOf(stored)),
      ]);
      const byId = Object.fromEntries(depends.map(([id], index) => [id, others[index] ?? null]));
      return {
        source: String(source),
        start: {
          result: result ? jsonText(output) : "",
          input: jsonText(input),
          depends: depends.length === 0 ? "" : jsonText(byId),
        },
      };
    },
  });
}
