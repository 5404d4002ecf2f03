import { isJsonObject, type Json } from "../core/json";

export type ItemResult = { runId: string; ok: boolean; problem?: string };

/** What became of each run, in the order of the reply. */
export function readItemResults(body: Json): ItemResult[] {
  const items = isJsonObject(body) && Array.isArray(body.items) ? body.items : [];
  return items.flatMap((item) => {
    if (!isJsonObject(item) || typeof item.runId !== "string") return [];
    const { runId, ok, problem } = item;
    const message =
      isJsonObject(problem) && typeof problem.message === "string" ? problem.message : undefined;
    return { runId, ok: ok === true, ...(message !== undefined && { problem: message }) };
  });
}
