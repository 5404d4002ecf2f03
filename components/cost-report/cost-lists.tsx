import Link from "next/link";
import type { ReactNode } from "react";
import type { CostReport } from "@/lib/core/cost/views";
import { formatCount, formatCounted, formatUsd } from "@/lib/core/describe/amounts";
import { tokensText } from "../runs/run-usage";
import { Card } from "../ui/card";
import { callsText, detailText, knownText, PURPOSE_LABELS } from "./words";

/** The runs that cost most, each with the way to its own bill. */
export function TopRuns({ runs }: { runs: CostReport["runs"] }) {
  return (
    <Card title="Most expensive runs" aside="known cost in these days">
      {runs.length === 0 && <p className="text-muted">No calls of runs in these days.</p>}
      <ol>
        {runs.map((run) => (
          <Row
            key={run.key}
            name={
              <Link
                data-opens
                href={`/runs/${encodeURIComponent(run.key)}?tab=cost`}
                prefetch={false}
                className="hover:underline"
              >
                {run.mission || run.key}
              </Link>
            }
            figure={knownText(run)}
            detail={[run.status ?? "removed", replansText(run.replans), detailText(run)]
              .filter(Boolean)
              .join(" · ")}
          />
        ))}
      </ol>
    </Card>
  );
}

const replansText = (replans: number | null): string =>
  replans === null || replans === 0 ? "" : formatCounted(replans, "replan", "replans");

/** What money went for, and what stands in no sum of it. */
export function CostLines({ report }: { report: CostReport }) {
  const { purposes, sum } = report;
  return (
    <>
      <Card title="By purpose" aside="the sum is that of the CSV">
        {purposes.length === 0 && <p className="text-muted">No calls in these days.</p>}
        <ul>
          {purposes.map((line) => (
            <Row
              key={line.key}
              name={PURPOSE_LABELS[line.key]}
              figure={knownText(line)}
              detail={detailText(line)}
            />
          ))}
          {purposes.length > 1 && <Row name="All" figure={knownText(sum)} detail={detailText(sum)} />}
        </ul>
      </Card>
      <ApartFromSums report={report} />
    </>
  );
}

/** Calls whose price nobody knows, and those that cost no money. */
export function ApartFromSums({ report: { simulated, unpriced } }: { report: CostReport }) {
  return (
    <Card title="Unpriced and simulated" aside="in no sum">
      {unpriced.length + simulated.length === 0 && (
        <p className="text-muted">Every call has a known price, and none was simulated.</p>
      )}
      <ul>
        {unpriced.map(({ model, calls }) => (
          <Row
            key={`unpriced ${model}`}
            name={<span className="font-mono text-xs">{model}</span>}
            figure={<span className="text-muted">unknown</span>}
            detail={`${callsText(calls)} without a known price`}
          />
        ))}
        {simulated.map(({ key, modelCalls, knownTokens, knownUsd, unknownCalls }) => (
          <Row
            key={`simulated ${key}`}
            name={<span className="font-mono text-xs">{key}</span>}
            figure={<span className="text-muted">no money</span>}
            detail={`${callsText(modelCalls)} · ${tokensText(knownTokens)} tokens · would have cost ${
              unknownCalls === modelCalls ? "an unknown amount" : formatUsd(knownUsd)
            }${unknownCalls > 0 && unknownCalls < modelCalls ? ` (${formatCount(unknownCalls)} unpriced)` : ""}`}
          />
        ))}
      </ul>
      {unpriced.length > 0 && (
        <p className="mt-2 text-muted text-xs">
          Enter prices in{" "}
          <Link href="/settings/models" className="underline">
            Settings
          </Link>
          . They count from then on.
        </p>
      )}
    </Card>
  );
}

function Row({ name, figure, detail }: { name: ReactNode; figure: ReactNode; detail: string }) {
  return (
    <li className="grid gap-0.5 border-line border-b py-1.5 last:border-b-0">
      <div className="flex items-baseline justify-between gap-x-4">
        <span className="line-clamp-2 min-w-0 break-words font-medium">{name}</span>
        <span className="shrink-0 tabular-nums">{figure}</span>
      </div>
      <p className="text-muted text-xs">{detail}</p>
    </li>
  );
}
