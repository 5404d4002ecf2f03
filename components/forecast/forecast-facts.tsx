import { formatUsd } from "@/lib/core/describe/amounts";
import {
  formatBasis,
  formatMoneyEstimate,
  formatTimeEstimate,
  formatUnknownPart,
  formatWritesEstimate,
} from "@/lib/core/describe/forecast";
import type { Forecast } from "@/lib/core/forecast/types";

/** A forecast: money, time and writes with their ranges, which part is unknown, and what it rests on. */
export function ForecastFacts({ forecast }: { forecast: Forecast }) {
  const { money, time, writes, toolMicroUsd } = forecast;
  const facts = [
    ["Money", formatMoneyEstimate(money)],
    ["Time", formatTimeEstimate(time)],
    ["Writes", formatWritesEstimate(writes)],
    ...(toolMicroUsd > 0 ? [["Charged by tools", `about ${formatUsd(toolMicroUsd / 1_000_000)}`]] : []),
  ] as const;
  const unknown = formatUnknownPart(money) ?? formatUnknownPart(time);
  return (
    <>
      <dl className="flex flex-wrap gap-x-7 gap-y-1.5">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-muted text-xs">{name}</dt>
            <dd className="font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-muted text-xs">
        {unknown !== undefined && `${unknown[0]?.toUpperCase()}${unknown.slice(1)}. `}
        {formatBasis(forecast)}
      </p>
    </>
  );
}
