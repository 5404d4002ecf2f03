import type { ComparedRow, ComparedRun, ComparedTask } from "@/lib/core/compare/view";
import { formatCounted, formatDuration } from "@/lib/core/describe/amounts";
import { TASK_STATUS_DISPLAY } from "@/lib/core/describe/looks/task-status";
import {
  ALIGNED_LABELS,
  describeComparedDecision,
  describeComparedResult,
  FIELD_LABELS,
} from "@/lib/core/describe/replays/comparison";
import type { Json } from "@/lib/core/json";
import { previewOf } from "@/lib/core/stored-value";
import { Badge } from "../ui/badge";
import { EmptyState } from "../ui/empty-state";
import { Money } from "../ui/money";
import { StatusLabel } from "../ui/status-label";
import { RunsTable } from "./runs-table";

const VALUE_CHARS = 160;

/** Each task in each run, and where two results differ. */
export function ComparedTasks({
  runs,
  rows,
}: {
  runs: readonly ComparedRun[];
  rows: readonly ComparedRow[];
}) {
  if (rows.length === 0)
    return <EmptyState title="No plan to compare">None of these runs has tasks.</EmptyState>;
  return (
    <RunsTable
      label="Tasks"
      runs={runs}
      padding="px-4"
      corner={
        <th scope="col" className="min-w-40 px-4 py-2 font-normal max-sm:hidden">
          Task
        </th>
      }
    >
      {rows.map((row) => (
        <TaskRow key={row.cells.map((cell) => cell?.taskId ?? "").join("\n")} row={row} runs={runs} />
      ))}
    </RunsTable>
  );
}

function TaskRow({ row, runs }: { row: ComparedRow; runs: readonly ComparedRun[] }) {
  const { title, by, cells, differs, differences } = row;
  const name = (
    <>
      <span className="wrap-anywhere">{title}</span>
      {differs.length > 0 && (
        <span className="block font-normal text-muted text-xs">
          <span aria-hidden="true">≠ </span>
          {differs.map((field) => FIELD_LABELS[field]).join(", ")} <span className="sr-only">differ</span>
        </span>
      )}
      {by !== null && by !== "lineage" && (
        <span className="mt-0.5 block font-normal">
          <Badge>{ALIGNED_LABELS[by]}</Badge>
        </span>
      )}
    </>
  );
  return (
    <>
      {/* Narrow pages have no room for a column of names. */}
      <tr className="border-line border-t sm:hidden">
        <th scope="colgroup" colSpan={cells.length} className="px-4 pt-2 font-medium">
          {name}
        </th>
      </tr>
      <tr data-compared={cells.find((cell) => cell)?.taskId} className="border-line align-top sm:border-t">
        <th scope="row" className="px-4 py-2 font-medium max-sm:hidden">
          {name}
        </th>
        {cells.map((cell, index) => (
          <td key={runs[index]?.runId} className="px-4 py-2">
            {cell ? <Cell cell={cell} /> : <span className="text-muted">not in this run</span>}
          </td>
        ))}
      </tr>
      {differences && differences.places.length > 0 && (
        <tr>
          <td colSpan={cells.length + 1} className="px-4 pb-3">
            <details>
              <summary className="cursor-pointer text-xs">
                {differences.places.length === 1
                  ? "1 difference in the results"
                  : `${differences.places.length}${differences.truncated ? " or more" : ""} differences in the results`}
              </summary>
              <ul className="mt-1 grid gap-1 font-mono text-xs">
                {differences.places.map(({ path, original, replayed }) => (
                  <li key={path} className="grid gap-x-3 sm:grid-cols-[12rem_1fr_1fr]">
                    <span className="break-words">{path}</span>
                    <span className="break-words">− {valueText(original)}</span>
                    <span className="break-words">+ {valueText(replayed)}</span>
                  </li>
                ))}
              </ul>
            </details>
          </td>
        </tr>
      )}
    </>
  );
}

const valueText = (value: Json | undefined): string =>
  value === undefined ? "nothing" : previewOf(value, VALUE_CHARS);

function Cell({ cell }: { cell: ComparedTask }) {
  const { status, decision, durationMs, tokens, costUsd, checks, shared } = cell;
  const said = describeComparedResult(cell);
  const failed = checks.filter(({ outcome }) => outcome !== "passed").length;
  return (
    <div className="grid gap-0.5">
      <StatusLabel status={TASK_STATUS_DISPLAY[status]} />
      {decision && <span>{describeComparedDecision(decision)}</span>}
      {said !== undefined && <span className="line-clamp-3 wrap-anywhere text-muted text-xs">{said}</span>}
      <span className="text-muted text-xs">
        {shared ? (
          "paid by its parent"
        ) : (
          <>
            {durationMs !== null && `${formatDuration(durationMs)} · `}
            {tokens === null ? "tokens unknown" : `${tokens.toLocaleString("en-US")} tokens`} ·{" "}
            <Money usd={costUsd} />
          </>
        )}
      </span>
      {checks.length > 0 && (
        <span className="text-muted text-xs">
          {failed === 0 ? "checks passed" : formatCounted(failed, "check failed", "checks failed")}
        </span>
      )}
    </div>
  );
}
