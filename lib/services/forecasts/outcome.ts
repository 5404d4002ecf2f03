import type { OutcomeRow } from "@/db/queries/forecasts/read-outcomes";
import type { Forecast } from "@/lib/core/forecast";
import { compare } from "@/lib/core/forecast/errors";
import type { RunOutcome } from "@/lib/core/forecast/views";

const MILLION = 1_000_000;

/** A finished run as clients read it. */
export function outcomeOf(row: OutcomeRow): RunOutcome {
  const { runId, mission, status, tags, finishedAtMs, costMicroUsd, uncostedCalls, ms, writes } = row;
  const whole = row.whole as unknown as Forecast;
  const usd = uncostedCalls > 0 ? null : costMicroUsd / MILLION;
  return {
    runId,
    mission,
    status,
    tags,
    finishedAt: finishedAtMs,
    moneyUsd: compare(whole.money, usd, MILLION),
    timeMs: compare(whole.time, ms),
    writes: compare(whole.writes, writes),
  };
}
