import type { CostReport } from "@/lib/core/cost/views";
import { formatCounted, formatUsd } from "@/lib/core/describe/amounts";
import { EmptyState } from "../ui/empty-state";
import { ButtonLink } from "../ui/links/button-link";
import { Money } from "../ui/money";
import { addressOf, viewOfReport } from "./address";
import { CostFilters } from "./cost-filters";
import { ApartFromSums, CostLines, TopRuns } from "./cost-lists";
import { CostOverTime, Limits, Overheads } from "./cost-overheads";
import { CostSides, wholeOf } from "./cost-sides";
import { callsText, leastText, shareText } from "./words";

/** What models cost in these days: in all, over time, by everything that calls record, with what is no money apart. */
export function CostReportView({ report }: { report: CostReport }) {
  const view = viewOfReport(report);
  if (report.purposes.length === 0 && report.unpriced.length === 0) {
    return (
      <>
        <CostFilters view={view} />
        <NothingSpent report={report} />
        {report.simulated.length > 0 && <ApartFromSums report={report} />}
      </>
    );
  }
  return (
    <>
      <CostFilters view={view} />
      <Figures report={report} />
      <div className="grid gap-3 lg:grid-cols-2 2xl:grid-cols-3">
        <CostOverTime report={report} view={view} />
        <Limits report={report} view={view} />
        <Overheads report={report} view={view} />
        <CostLines report={report} />
      </div>
      <div className="grid gap-3 lg:grid-cols-2 2xl:grid-cols-3">
        <CostSides report={report} view={view} />
      </div>
      <TopRuns runs={report.runs} />
    </>
  );
}

/** Zeros in every card would say no more than this. */
function NothingSpent({ report: { days, filter, simulated } }: { report: CostReport }) {
  if (Object.keys(filter).length > 0) {
    const action = <ButtonLink href={addressOf(days)}>Clear filters</ButtonLink>;
    return <EmptyState title="No calls match the filters" action={action} />;
  }
  const isSimulated = simulated.length > 0;
  const action = isSimulated ? (
    <ButtonLink href="/settings/models">Add a model</ButtonLink>
  ) : (
    <ButtonLink href="/runs/new">New mission</ButtonLink>
  );
  return (
    <EmptyState title="Nothing spent in these days" action={action}>
      {isSimulated
        ? "Only simulated calls were made, and they cost no money. Each run still shows, under Cost, what its calls would have cost."
        : "Calls of models appear here by role, model, agent, tag and run, as soon as they are made."}
    </EmptyState>
  );
}

function Figures({ report }: { report: CostReport }) {
  const { sum, spread, retries, replans } = report;
  const whole = wholeOf(report);
  const figures: [name: string, value: string, note: string][] = [
    ["Runs", leastText(whole), callsText(whole.modelCalls)],
    [
      "P95 a call",
      spread.p95Usd === null ? "unknown" : formatUsd(spread.p95Usd),
      `${callsText(spread.pricedCalls)} priced`,
    ],
    ["Retries", shareText(retries, whole), callsText(retries.modelCalls)],
    ...(replans
      ? ([
          ["Replans", shareText(replans.spent, whole), formatCounted(replans.count, "replan", "replans")],
          ["Discarded", shareText(replans.discarded, whole), callsText(replans.discarded.modelCalls)],
        ] as [string, string, string][])
      : []),
  ];
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2 rounded-xl border border-line bg-panel px-4 py-3 text-xs shadow-card max-sm:grid max-sm:grid-cols-2">
      <div>
        <dt className="text-muted">Total</dt>
        <dd className="font-semibold text-sm">
          {sum.unknownCalls > 0 && sum.unknownCalls < sum.modelCalls && "at least "}
          <span data-total>
            <Money usd={sum.knownUsd} />
          </span>
        </dd>
        <dd className="text-muted">
          {sum.unknownCalls > 0 ? `${callsText(sum.unknownCalls)} unpriced` : callsText(sum.modelCalls)}
        </dd>
      </div>
      {figures.map(([name, value, note]) => (
        <div key={name}>
          <dt className="text-muted">{name}</dt>
          <dd className="font-semibold text-sm">{value}</dd>
          <dd className="text-muted">{note}</dd>
        </div>
      ))}
    </dl>
  );
}
