"use client";

import {
  formatMoneyEstimate,
  formatTimeEstimate,
  formatWritesEstimate,
  isUnknown,
} from "@/lib/core/describe/costs/forecast";
import type { Forecast } from "@/lib/core/forecast/types";
import { useForecast } from "./use-forecast";

type VersionForecastsProps = { runId: string; from: number; to: number };

/** What two versions of a plan were expected to take from their adoption on. */
export function VersionForecasts({ runId, from, to }: VersionForecastsProps) {
  const before = useForecast({ runId, version: from, over: false })?.forecast?.whole;
  const after = useForecast({ runId, version: to, over: false })?.forecast?.whole;
  if (!before || !after) return null;
  return (
    <p className="border-line border-b px-4 py-2 text-xs">
      <span className="text-muted">To finish, by forecast: </span>
      {isWhollyUnknown(before) && isWhollyUnknown(after) ? (
        "unknown for both versions"
      ) : (
        <>
          v{from} {inWords(before)} <span aria-hidden="true">→</span>
          <span className="sr-only"> and </span> v{to} {inWords(after)}
        </>
      )}
    </p>
  );
}

const isWhollyUnknown = ({ money, time, writes }: Forecast): boolean =>
  [money, time, writes].every(isUnknown);

const inWords = ({ money, time, writes }: Forecast): string =>
  [formatMoneyEstimate(money), formatTimeEstimate(time), `writes ${formatWritesEstimate(writes)}`].join(", ");
