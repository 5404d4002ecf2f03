import Link from "next/link";
import type { ReactNode } from "react";
import type { ComparedRun, RunComparison } from "@/lib/core/compare/view";
import { formatDuration, formatUsd } from "@/lib/core/describe/amounts";
import { formatProgress } from "@/lib/core/describe/costs/totals";
import { runStatusDisplay } from "@/lib/core/describe/looks/run";
import { describeCompareNote, formatDelta } from "@/lib/core/describe/replays/comparison";
import type { OutsideCalls } from "@/lib/core/run/outside-calls";
import { isTerminalRun } from "@/lib/core/run/status";
import { Money } from "../ui/money";
import { RelativeTime } from "../ui/relative-time";
import { StatusLabel } from "../ui/status-label";
import { letterOf } from "./address";
import { ComparedOutside } from "./compared-outside";
import { ComparedTasks } from "./compared-tasks";

const formatCount = (n: number): string => n.toLocaleString("en-US");

type Figure = {
  name: string;
  of(run: ComparedRun): ReactNode;
  /** The same as a number, for what it is more or less than in the first run. */
  amount?: { of(run: ComparedRun): number | null; format(n: number): string };
};

const FIGURES: readonly Figure[] = [
  {
    name: "Status",
    of: ({ status, tasks }) => (
      <StatusLabel
        status={runStatusDisplay({ status, openApprovals: 0, tasks })}
        className="max-sm:whitespace-normal"
      />
    ),
  },
  { name: "Tasks", of: ({ tasks, status }) => formatProgress(tasks, isTerminalRun(status)) },
  { name: "Plan", of: ({ planVersion }) => `v${planVersion}` },
  { name: "Started", of: ({ createdAt }) => <RelativeTime at={createdAt} /> },
  {
    name: "Duration",
    of: ({ durationMs }) => (durationMs === null ? "not ended" : formatDuration(durationMs)),
    amount: { of: ({ durationMs }) => durationMs, format: formatDuration },
  },
  { name: "Attempts", of: ({ attempts }) => attempts },
  { name: "Replans", of: ({ replans }) => replans },
  { name: "Decisions", of: ({ decisions }) => decisions },
  {
    name: "Tokens",
    of: ({ tokens }) => formatCount(tokens),
    amount: { of: ({ tokens }) => tokens, format: formatCount },
  },
  {
    name: "Cost",
    of: ({ cost }) => <Money usd={cost.usd} />,
    amount: { of: ({ cost }) => cost.usd, format: (usd) => formatUsd(Math.round(usd * 1e6) / 1e6) },
  },
];

/** It stays at hand where the runs scroll sideways. */
const NAME_CELL = "sticky left-0 z-1 whitespace-nowrap bg-panel pr-2 pl-4 font-normal text-muted text-xs";

type DeltaProps = { run: ComparedRun; base: ComparedRun | undefined; amount: NonNullable<Figure["amount"]> };

/** What a run took more or less than the first; a fork does not pay what it shares, which is said above. */
function Delta({ run, base, amount: { of, format } }: DeltaProps) {
  const text = base && formatDelta(of(run), of(base), format);
  if (text === undefined) return null;
  return (
    <span className="ml-2 whitespace-nowrap text-muted text-xs max-sm:ml-0 max-sm:block">
      {text === "same" ? "same as A" : text}
    </span>
  );
}

type ComparisonProps = {
  found: RunComparison;
  /** What each run changed outside, in their order. */
  outside: readonly OutsideCalls[];
  canvas?: ReactNode;
};

/** Runs side by side: what is not comparable, their totals, and task by task. */
export function Comparison({ found, outside, canvas }: ComparisonProps) {
  const { runs, rows, notes } = found;
  const nameOf = (runId: string) => letterOf(runs.findIndex((run) => run.runId === runId));
  return (
    <>
      {notes.length > 0 && (
        <ul aria-label="Limits of this comparison" className="grid gap-1 text-muted">
          {notes.map((note) => (
            <li key={note.code}>
              <span aria-hidden="true">△ </span>
              {describeCompareNote(note, nameOf)}
            </li>
          ))}
        </ul>
      )}
      <section
        aria-label="Totals"
        className="relative min-w-0 overflow-x-auto rounded-xl border border-line bg-panel shadow-card"
      >
        <table className="w-full text-left">
          <thead>
            <tr className="border-line border-b align-top">
              <th scope="col" className={`w-28 py-2 max-sm:w-20 ${NAME_CELL}`}>
                Run
              </th>
              {runs.map((run, index) => (
                <th key={run.runId} scope="col" className="min-w-40 px-3 max-sm:min-w-28 py-2 font-medium">
                  <span className="text-muted">{letterOf(index)} </span>
                  <Link
                    href={`/runs/${encodeURIComponent(run.runId)}`}
                    title={run.title}
                    className="line-clamp-3 wrap-anywhere min-h-6 underline"
                  >
                    {run.title}
                  </Link>
                  {run.parentSeq !== null && (
                    <span className="block font-normal text-muted text-xs">
                      Forked at event {run.parentSeq}
                    </span>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {FIGURES.map(({ name, of, amount }) => (
              <tr key={name} className="border-line border-b last:border-b-0">
                <th scope="row" className={`py-1.5 ${NAME_CELL}`}>
                  {name}
                </th>
                {runs.map((run, index) => (
                  <td key={run.runId} className="px-3 py-1.5 tabular-nums">
                    {of(run)}
                    {amount && index > 0 && <Delta run={run} base={runs[0]} amount={amount} />}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {canvas}
      <ComparedOutside runs={runs} outside={outside} />
      <ComparedTasks runs={runs} rows={rows} />
    </>
  );
}
