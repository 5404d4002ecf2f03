import type { CostReport, CostSide } from "@/lib/core/cost/views";
import { formatUsd } from "@/lib/core/describe/amounts";
import { versionName } from "@/lib/core/describe/costs/lines";
import type { CostLine } from "@/lib/core/views";
import { type Bar, Bars } from "../charts/bars";
import { ChartCard } from "../charts/chart-card";
import { SERIES_LOOKS } from "../charts/look";
import { addressOf, type CostView, csvHref, type FilterName } from "./address";
import { callsText, detailText, knownText, roleText, shareText } from "./words";

/** As many bars as a card shows; its table has all lines. */
const SHOWN = 8;
const ONE_SERIES = [{ label: "Cost", look: SERIES_LOOKS[0] as (typeof SERIES_LOOKS)[number] }];

type SideCardProps = {
  title: string;
  lines: readonly CostLine[];
  others?: CostSide["others"];
  whole: CostLine;
  formula: string;
  view: CostView;
  nameOf(line: CostLine): string;
  /** By what the page is narrowed to a line. */
  filter?: FilterName;
};

function SideCard({ title, lines, others = null, whole, formula, view, nameOf, filter }: SideCardProps) {
  const hrefOf = ({ key }: CostLine) =>
    filter === undefined || key === null ? undefined : addressOf({ ...view, [filter]: key });
  const bars = lines.slice(0, SHOWN).map(
    (line): Bar => ({
      label: nameOf(line),
      values: [line.knownUsd],
      text: knownText(line),
      detail: detailText(line),
      href: hrefOf(line),
    }),
  );
  const all = others ? [...lines, others.line] : lines;
  const rows = all.map((line) => ({
    cells: [
      line === others?.line ? `${others.count} others` : nameOf(line),
      ...[knownText(line), shareText(line, whole), String(line.modelCalls), String(line.unknownCalls)],
    ],
    href: line === others?.line ? undefined : hrefOf(line),
  }));
  return (
    <ChartCard
      title={title}
      n={callsText(whole.modelCalls)}
      formula={formula}
      csvHref={csvHref(view)}
      table={{ columns: ["Name", "Known cost", "Share", "Calls", "Unpriced"], rows }}
      {...(lines.length === 0 && { empty: "No calls." })}
    >
      <Bars alt={title} series={ONE_SERIES} bars={bars} />
      {all.length > SHOWN && <p className="text-muted text-xs">{all.length - SHOWN} more in the table.</p>}
    </ChartCard>
  );
}

/** The calls of runs by everything that they have recorded. */
export function CostSides({ report, view }: { report: CostReport; view: CostView }) {
  const whole = wholeOf(report);
  const formula = "Sum of the known costs of calls of runs.";
  const common = { whole, view, formula };
  return (
    <>
      <SideCard
        {...common}
        title="By role"
        {...report.roles}
        nameOf={(line) => roleText(line.key ?? "")}
        filter="role"
      />
      <SideCard
        {...common}
        title="By model"
        {...report.models}
        nameOf={(line) => line.key ?? ""}
        filter="model"
      />
      <SideCard
        {...common}
        title="By agent"
        {...report.agents}
        nameOf={(line) => line.key ?? "No agent (planning, answer)"}
        filter="agent"
      />
      <SideCard
        {...common}
        title="By tag"
        lines={report.tags}
        formula="The same by the tags of runs. A run may have several tags."
        nameOf={(line) => line.key ?? "No tag"}
        filter="tag"
      />
      <SideCard
        {...common}
        title="By plan version"
        lines={report.versions}
        formula={
          report.filter.runId === undefined
            ? `${formula} Each run has versions of its own: the first plan is v1, each replan makes the next.`
            : formula
        }
        nameOf={versionName}
        filter="version"
      />
      <Spread report={report} view={view} />
    </>
  );
}

/** What calls of runs used in all. */
export const wholeOf = ({ purposes, sum }: CostReport): CostLine =>
  purposes.find(({ key }) => key === "run") ?? {
    ...sum,
    usd: 0,
    knownUsd: 0,
    modelCalls: 0,
    unknownCalls: 0,
  };

/** What single calls cost and how long they take, by model. */
function Spread({ report: { models, spread }, view }: { report: CostReport; view: CostView }) {
  const known = models.lines.flatMap((line) =>
    line.spread ? [{ name: line.key ?? "", ...line.spread }] : [],
  );
  const usd = (value: number | null) => (value === null ? "unknown" : formatUsd(value));
  const seconds = (ms: number | null) => (ms === null ? "unknown" : `${(ms / 1_000).toFixed(1)} s`);
  return (
    <ChartCard
      title="A call"
      n={`${callsText(spread.pricedCalls)} with a price`}
      formula="P95: 95 of 100 calls stay within it. Cost over calls whose cost is known, latency over all."
      figures={[
        { value: usd(spread.p95Usd), label: "P95 of cost" },
        { value: seconds(spread.p95LatencyMs), label: "P95 of latency" },
      ]}
      csvHref={csvHref(view)}
      table={{
        columns: ["Model", "Median cost", "P95 cost", "Median latency", "P95 latency"],
        rows: known.map((one) => ({
          cells: [
            one.name,
            ...[usd(one.medianUsd), usd(one.p95Usd), seconds(one.medianLatencyMs), seconds(one.p95LatencyMs)],
          ],
          href: addressOf({ ...view, model: one.name }),
        })),
      }}
      {...(known.length === 0 && { empty: "No calls." })}
    >
      <Bars
        alt="P95 of latency by model"
        series={ONE_SERIES}
        bars={known.slice(0, SHOWN).map((one) => ({
          label: one.name,
          values: [one.p95LatencyMs ?? 0],
          text: seconds(one.p95LatencyMs),
          detail: `P95 of cost ${usd(one.p95Usd)}`,
          href: addressOf({ ...view, model: one.name }),
        }))}
      />
    </ChartCard>
  );
}
