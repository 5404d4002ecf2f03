import { describe, expect, test } from "vitest";
import { fold, readEvent } from "@/lib/core/run";
import { UPCASTERS } from "@/lib/core/run/events/upcast";
import { OLD_LOGS, readOldRuns, summaryOf } from ".";

describe.each(OLD_LOGS)("the runs of %s, written by an earlier version", (log) => {
  const runs = readOldRuns(log).map((run) => ({ ...run, events: run.rows.map((row) => readEvent(row)) }));

  test.each(runs)("$runId is folded to what it was", ({ runId, events, folded }) => {
    expect(summaryOf(fold(runId, structuredClone(events)))).toEqual(folded.end);
  });

  test.each(runs)("$runId stands after half of it where it stood", ({ runId, events, folded }) => {
    const half = events.slice(0, Math.floor(events.length / 2));
    expect(summaryOf(fold(runId, structuredClone(half)))).toEqual(folded.half);
  });
});

test("most types of events are among them, and every form that is upcast", () => {
  const rows = OLD_LOGS.flatMap((log) => readOldRuns(log).flatMap((run) => run.rows));
  expect(new Set(rows.map((row) => row.type)).size).toBeGreaterThan(50);
  const forms = new Set(rows.map(({ type, v }) => `${type} ${v}`));
  for (const [type, steps] of Object.entries(UPCASTERS)) {
    for (const v of Object.keys(steps)) expect(forms).toContain(`${type} ${v}`);
  }
});
