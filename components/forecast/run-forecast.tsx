"use client";

import { formatDuration, formatUsd } from "@/lib/core/describe/amounts";
import { formatBasis, formatRestOfMoney } from "@/lib/core/describe/costs/forecast";
import type { Compared, RunOutcome } from "@/lib/core/forecast/views";
import { isOver } from "@/lib/core/run/retrospects";
import type { RunState } from "@/lib/core/run/state";
import { Section } from "../ui/section";
import { ForecastFacts } from "./forecast-facts";
import { useForecast, useRestOfRun } from "./use-forecast";

/** What the tasks that are left are expected to cost, in a word: it comes in one chunk with the section below. */
export function ToFinish({ state }: { state: RunState }) {
  const rest = useRestOfRun(state);
  if (!rest) return "…";
  return <span title={formatBasis(rest)}>{formatRestOfMoney(rest).replace(/ to finish/, "")}</span>;
}

/** What is expected until the run ends; once it is over, what its first plan was expected to take beside what came. */
export function RunForecastSection({ state }: { state: RunState }) {
  const over = isOver(state);
  const rest = useRestOfRun(state);
  const first = useForecast({ runId: state.runId, version: over ? 1 : 0, over });
  if (over) {
    if (!first) return null;
    const { outcome } = first;
    const isCompared = outcome && (outcome.moneyUsd || outcome.timeMs || outcome.writes);
    return (
      <Section title="Forecast and outcome" level={2}>
        {isCompared ? (
          <OutcomeTable outcome={outcome} />
        ) : (
          <p className="text-muted">The first plan had no forecast to compare.</p>
        )}
      </Section>
    );
  }
  const title = "Forecast to finish";
  if (rest)
    return (
      <Section title={title} level={2} aside={`plan v${state.planVersion}`}>
        <ForecastFacts forecast={rest} />
      </Section>
    );
  if (state.planVersion > 0) return null;
  return (
    <Section title={title} level={2}>
      <p className="text-muted">It comes with the plan.</p>
    </Section>
  );
}

function OutcomeTable({ outcome: { moneyUsd, timeMs, writes } }: { outcome: RunOutcome }) {
  const rows: [name: string, compared: Compared, format: (n: number) => string][] = [
    ["Money", moneyUsd, (usd) => formatUsd(Math.round(usd * 1_000_000) / 1_000_000)],
    ["Time", timeMs, formatDuration],
    ["Writes", writes, (n) => String(Math.round(n * 10) / 10)],
  ];
  return (
    <table className="w-full text-left text-xs">
      <thead className="text-muted">
        <tr>
          <th scope="col" className="py-0.5 font-medium">
            <span className="sr-only">Amount</span>
          </th>
          <th scope="col" className="py-0.5 font-medium">
            Expected
          </th>
          <th scope="col" className="py-0.5 font-medium">
            Came
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, compared, format]) => (
          <tr key={name} className="border-line border-t">
            <th scope="row" className="py-1 font-medium">
              {name}
            </th>
            <td className="py-1">{compared ? format(compared.expected) : "unknown"}</td>
            <td className="py-1">
              {compared ? format(compared.actual) : "not compared"}
              {compared && compared.error !== 0 && (
                <span className="text-muted">
                  {" "}
                  ({compared.error > 0 ? "+" : "−"}
                  {Math.round(Math.abs(compared.error) * 100)} %)
                </span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
