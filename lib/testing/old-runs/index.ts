import { readFileSync } from "node:fs";
import type { StoredEvent } from "@/lib/core/run/events/upcast";
import type { summaryOf } from "./summary";

export { summaryOf } from "./summary";

/** A row of run_events as it was written, without the columns that were null. */
export type OldRow = StoredEvent & { run: string; at: number };
type Summary = ReturnType<typeof summaryOf>;
/** `half`: where it stood after half of its events, rounded down. */
export type OldRun = { runId: string; rows: OldRow[]; folded: { half: Summary; end: Summary } };

/**
 * Logs as earlier versions wrote them, with what those versions folded them to. Nobody ever changes these files: a
 * log that folds to something else now is a broken old run.
 */
export const OLD_LOGS = [
  "fraud-model",
  "random-plans",
  "version-0",
  "version-1",
  "version-1-calls",
  "version-2",
  "version-3",
] as const;

/** The runs of one of these logs. */
export function readOldRuns(log: (typeof OLD_LOGS)[number]): OldRun[] {
  const text = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8");
  const rows = text(`./${log}.jsonl`)
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as OldRow);
  const folded = JSON.parse(text(`./${log}.folded.json`)) as OldRun["folded"][];
  const byRun = Map.groupBy(rows, (row) => row.run);
  return [...byRun].map(([runId, own], n) => ({ runId, rows: own, folded: folded[n] as OldRun["folded"] }));
}
