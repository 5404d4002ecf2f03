import type { PayloadRows } from "../types";

/** The rows of a whole commit, one a key: of two with the same key the later one says more. */
export function mergeRows(parts: (PayloadRows | undefined)[]): PayloadRows {
  const all = parts.filter((part) => part !== undefined);
  const plans = lastByKey(
    all.flatMap(({ plans = [] }) => plans),
    ({ digest }) => digest,
  );
  return {
    plans,
    blobs: lastByKey(
      all.flatMap(({ blobs = [] }) => blobs),
      ({ digest }) => digest,
    ),
    steps: lastByKey(
      all.flatMap(({ steps = [] }) => steps),
      ({ taskId, attempt, step }) => JSON.stringify([taskId, attempt, step]),
    ),
    toolCalls: lastByKey(
      all.flatMap(({ toolCalls = [] }) => toolCalls),
      ({ key }) => key,
    ),
    modelCalls: lastByKey(
      all.flatMap(({ modelCalls = [] }) => modelCalls),
      ({ callId }) => callId,
    ),
  };
}

function lastByKey<Row>(rows: Row[], keyOf: (row: Row) => string): Row[] {
  return [...new Map(rows.map((row) => [keyOf(row), row])).values()];
}
