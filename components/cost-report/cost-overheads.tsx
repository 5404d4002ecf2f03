import type { CostReport } from "@/lib/core/cost/views";
import { formatCount, formatCounted, formatDay, formatUsd } from "@/lib/core/describe/amounts";
import type { CostLine, Spending } from "@/lib/core/views";
import { type Bar, Bars } from "../charts/bars";
import { ChartCard } from "../charts/chart-card";
import { Columns } from "../charts/columns";
import { Lines } from "../charts/lines";
import { SERIES_LOOKS } from "../charts/look";
import { addressOf, type CostView, csvHref } from "./address";
import { wholeOf } from "./cost-sides";
import { callsText, knownText, shareText } from "./words";

type PartProps = { report: CostReport; view: CostView };

const COST = { label: "Cost", look: SERIES_LOOKS[0] as (typeof SERIES_LOOKS)[number] };

/** What calls of runs cost in each step of the range. */
export function CostOverTime({ report, view }: PartProps) {
  const { days, steps } = report;
  const whole = wholeOf(report);
  const stepHref = (from: string) => {
    const to = days.by === "day" ? from : lastOfWeek(from);
    return addressOf({
      ...view,
      from: from < days.from ? days.from : from,
      to: to > days.to ? days.to : to,
      by: "day",
    });
  };
  return (
    <ChartCard
      title="Cost over time"
      n={callsText(whole.modelCalls)}
      formula={`Sum of the known costs of calls of runs by the ${days.by} of the call (UTC).`}
      csvHref={csvHref(view)}
      className="lg:col-span-2"
      table={{
        columns: [days.by === "day" ? "Day" : "Week from", "Known cost", "Calls", "Unpriced"],
        rows: steps.map((step) => ({
          cells: [step.key, knownText(step), formatCount(step.modelCalls), formatCount(step.unknownCalls)],
          href: stepHref(step.key),
        })),
      }}
      {...(whole.modelCalls === 0 && { empty: "No calls of runs in these days." })}
    >
      <Columns
        alt={`Cost by ${days.by}, ${knownText(whole)} in all`}
        series={[COST]}
        columns={steps.map(({ key, knownUsd }) => ({
          label: formatDay(key),
          values: [knownUsd],
          href: stepHref(key),
        }))}
        format={formatUsd}
      />
    </ChartCard>
  );
}

const lastOfWeek = (monday: string): string =>
  new Date(Date.parse(`${monday}T00:00:00Z`) + 6 * 86_400_000).toISOString().slice(0, 10);

/** What went into doing things once more, and into work that was dropped. */
export function Overheads({ report, view }: PartProps) {
  const { retries, replans } = report;
  const whole = wholeOf(report);
  const parts: [label: string, part: CostLine | Spending][] = [
    ["Retries", retries],
    ...(replans
      ? ([
          ["Replans", replans.spent],
          ["Discarded work", replans.discarded],
        ] as const)
      : []
    ).map(([label, part]): [string, Spending] => [label, part]),
  ];
  return (
    <ChartCard
      title="Retries and replans"
      n={replans ? formatCounted(replans.count, "replan", "replans") : callsText(retries.modelCalls)}
      formula="Shares of the known cost of runs. Retries: attempts after the first. Discarded: spent on tasks that a replan dropped."
      csvHref={csvHref(view)}
      table={{
        columns: ["Part", "Known cost", "Share", "Calls"],
        rows: parts.map(([label, part]) => ({
          cells: [label, knownText(part), shareText(part, whole), formatCount(part.modelCalls)],
        })),
      }}
    >
      <Bars
        alt="What retries and replans cost"
        series={[COST]}
        max={whole.knownUsd}
        bars={parts.map(
          ([label, part]): Bar => ({
            label,
            values: [part.knownUsd],
            text: knownText(part),
            detail: shareText(part, whole),
          }),
        )}
      />
      {!replans && (
        <p className="text-muted text-xs">
          Replans are counted for whole runs: remove the filter by model, role, agent or plan version.
        </p>
      )}
    </ChartCard>
  );
}

/** Limits of runs against what the runs spent: how much is left, step by step. */
export function Limits({ report: { budgets }, view }: PartProps) {
  const total = (budgets?.steps ?? []).reduce(
    (sum, { runs, capUsd, spentUsd, unknownCalls }) => ({
      runs: sum.runs + runs,
      cap: sum.cap + capUsd,
      spent: sum.spent + spentUsd,
      unknown: sum.unknown + unknownCalls,
    }),
    { runs: 0, cap: 0, spent: 0, unknown: 0 },
  );
  let left = total.cap;
  const values = (budgets?.steps ?? []).map(({ spentUsd }) => {
    left -= spentUsd;
    return left;
  });
  const nearest = budgets?.runs ?? [];
  const empty = budgets
    ? "No run of these days has a limit on its cost."
    : "Limits apply to whole runs: remove the filter by model, role, agent or plan version.";
  return (
    <ChartCard
      title="Limits"
      n={total.runs === 1 ? "1 run with a limit" : `${formatCount(total.runs)} runs with a limit`}
      formula={`Left = limits of the runs created in these days − what they have spent.${total.unknown > 0 ? ` ${callsText(total.unknown)} of unknown cost left out.` : ""}`}
      csvHref={csvHref(view)}
      figures={
        total.runs === 0
          ? []
          : [
              { value: formatUsd(total.cap - total.spent), label: "left" },
              { value: formatUsd(total.cap), label: "limits" },
            ]
      }
      table={{
        columns: ["Nearest to its limit", "Spent", "Limit", "Used"],
        rows: nearest.map(({ runId, mission, spentUsd, capUsd }) => ({
          cells: [
            mission || runId,
            ...[formatUsd(spentUsd), formatUsd(capUsd), `${Math.round((spentUsd / capUsd) * 100)} %`],
          ],
          href: `/runs/${encodeURIComponent(runId)}?tab=cost`,
        })),
      }}
      {...(total.runs === 0 && { empty })}
    >
      <Lines
        alt={`What is left of limits, ${formatUsd(total.cap - total.spent)} at the end`}
        moments={(budgets?.steps ?? []).map(({ key }) => formatDay(key))}
        series={[{ ...COST, label: "Left", values }]}
        format={formatUsd}
        filled
      />
    </ChartCard>
  );
}
