import { formatUsd } from "@/lib/core/describe/amounts";
import {
  formatBasis,
  formatMoneyEstimate,
  formatTimeEstimate,
  formatUnknownPart,
  formatWritesEstimate,
} from "@/lib/core/describe/costs/forecast";
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
      {/* A row each: what changes while a run is at work moves none of the others. */}
      <dl className="grid gap-y-0.5">
        {facts.map(([name, value]) => (
          <div key={name} className="grid grid-cols-[6.5rem_minmax(0,1fr)] items-baseline gap-x-2">
            <dt className="text-muted text-xs">{name}</dt>
            <dd className="font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      {/* As high with the unknown part as without it, which goes while a run is at work. */}
      <p className="min-h-[2lh] text-muted text-xs">
        {unknown !== undefined && `${unknown[0]?.toUpperCase()}${unknown.slice(1)}. `}
        {formatBasis(forecast)}
      </p>
    </>
  );
}
