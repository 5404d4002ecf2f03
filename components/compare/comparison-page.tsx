import Link from "next/link";
import type { ReactNode } from "react";
import type { ComparedRun, RunComparison } from "@/lib/core/compare/view";
import { formatDuration } from "@/lib/core/describe/amounts";
import { describeCompareNote } from "@/lib/core/describe/comparison";
import { runStatusDisplay } from "@/lib/core/describe/run-looks";
import { formatProgress } from "@/lib/core/describe/totals";
import { isTerminalRun } from "@/lib/core/run/status";
import { Money } from "../ui/money";
import { StatusLabel } from "../ui/status-label";
import { ComparedTasks } from "./compared-tasks";

const LETTERS = ["A", "B", "C", "D", "E"];

/** What the page calls the run at this place. */
export const letterOf = (index: number): string => LETTERS[index] ?? "?";

const FIGURES: readonly { name: string; of(run: ComparedRun): ReactNode }[] = [
  {
    name: "Status",
    of: ({ status, tasks }) => <StatusLabel status={runStatusDisplay({ status, openApprovals: 0, tasks })} />,
  },
  { name: "Tasks", of: ({ tasks, status }) => formatProgress(tasks, isTerminalRun(status)) },
  { name: "Plan", of: ({ planVersion }) => `v${planVersion}` },
  {
    name: "Duration",
    of: ({ durationMs }) => (durationMs === null ? "not ended" : formatDuration(durationMs)),
  },
  { name: "Attempts", of: ({ attempts }) => attempts },
  { name: "Replans", of: ({ replans }) => replans },
  { name: "Decisions", of: ({ decisions }) => decisions },
  { name: "Tokens", of: ({ tokens }) => tokens.toLocaleString("en-US") },
  { name: "Cost", of: ({ cost }) => <Money usd={cost.usd} /> },
];

/** Runs side by side: what is not comparable, their totals, and task by task. */
export function Comparison({ found, canvas }: { found: RunComparison; canvas?: ReactNode }) {
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
        className="min-w-0 overflow-x-auto rounded-xl border border-line bg-panel shadow-card"
      >
        <table className="w-full text-left">
          <thead>
            <tr className="border-line border-b align-top">
              <th scope="col" className="w-28 px-4 py-2 font-normal text-muted text-xs">
                Run
              </th>
              {runs.map((run, index) => (
                <th key={run.runId} scope="col" className="min-w-44 px-4 py-2 font-medium">
                  <span className="text-muted">{letterOf(index)} </span>
                  <Link href={`/runs/${encodeURIComponent(run.runId)}`} className="underline">
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
            {FIGURES.map(({ name, of }) => (
              <tr key={name} className="border-line border-b last:border-b-0">
                <th scope="row" className="px-4 py-1.5 font-normal text-muted text-xs">
                  {name}
                </th>
                {runs.map((run) => (
                  <td key={run.runId} className="px-4 py-1.5">
                    {of(run)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {canvas}
      <ComparedTasks runs={runs} rows={rows} />
    </>
  );
}
