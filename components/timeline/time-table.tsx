import { useMemo } from "react";
import { formatDuration } from "@/lib/core/describe/amounts";
import { taskStatusDisplay } from "@/lib/core/describe/looks/task-status";
import { attemptFacts } from "@/lib/core/describe/timeline";
import { getOwn } from "@/lib/core/own";
import type { RunState, TaskState } from "@/lib/core/run/state";
import { type AttemptSpan, criticalTasks, type Timeline } from "@/lib/core/timeline/rows";
import { LiveButton } from "../ui/live";
import { StatusLabel } from "../ui/status-label";
import { clockText } from "./clock-text";
import { versionsText } from "./timeline-notes";

type TimeTableProps = {
  state: RunState;
  timeline: Timeline;
  now: number;
  selectedTaskId: string | undefined;
  onSelect(taskId: string): void;
};

const COLUMN_NAMES = [
  "Task",
  "Critical path",
  "Status",
  "Attempt",
  "Started",
  "Took",
  "Models",
  "Tools",
  "Waiting",
] as const;

/** The timeline in figures: a line for each attempt, in the order of the rows. */
export function TimeTable({ state, timeline, now, selectedTaskId, onSelect }: TimeTableProps) {
  const critical = useMemo(() => criticalTasks(state), [state]);
  return (
    <div className="min-h-0 grow overflow-auto border-line border-t">
      <table className="w-full text-left text-xs">
        <caption className="sr-only">Attempts of each task, with the time that they took</caption>
        {timeline.versions.length > 0 && (
          <tfoot className="border-line border-t text-muted">
            <tr>
              <td colSpan={COLUMN_NAMES.length} className="px-3 py-1.5 first:md:pl-5">
                {versionsText(timeline.versions)}
              </td>
            </tr>
          </tfoot>
        )}
        <thead className="sticky top-0 bg-panel text-muted">
          <tr>
            {COLUMN_NAMES.map((name) => (
              <th key={name} scope="col" className="whitespace-nowrap px-3 py-1.5 font-medium first:md:pl-5">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {timeline.rows.flatMap(({ taskId, attempts }) => {
            const task = getOwn(state.tasks, taskId);
            if (!task) return [];
            const spans: (AttemptSpan | undefined)[] = attempts.length === 0 ? [undefined] : attempts;
            return spans.map((span, index) => (
              <tr
                key={`${taskId} ${span?.attempt}`}
                aria-current={taskId === selectedTaskId || undefined}
                className="border-line border-t aria-current:bg-ground"
              >
                <th scope="row" className="min-w-40 px-3 py-1 font-normal first:md:pl-5">
                  <LiveButton onClick={() => onSelect(taskId)} className="min-h-6 text-left hover:underline">
                    {task.spec.title}
                  </LiveButton>
                </th>
                <td className="whitespace-nowrap px-3">{index === 0 && critical.has(taskId) ? "yes" : ""}</td>
                <td className="px-3 whitespace-nowrap">
                  {index === spans.length - 1 && <StatusLabel status={taskStatusDisplay(task)} />}
                </td>
                <AttemptCells task={task} span={span} now={now} />
              </tr>
            ));
          })}
        </tbody>
      </table>
    </div>
  );
}

function AttemptCells({ task, span, now }: { task: TaskState; span: AttemptSpan | undefined; now: number }) {
  if (!span) {
    return (
      <td colSpan={6} className="px-3 text-muted">
        Not started
      </td>
    );
  }
  const { attempt, outcome, tookMs, modelMs, toolMs, waitMs } = attemptFacts(task, span, now);
  const parts = [modelMs, toolMs, waitMs].map((ms) => (ms > 0 ? formatDuration(ms) : "–"));
  const cells = [`${attempt}, ${outcome}`, clockText(span.from, true), formatDuration(tookMs), ...parts];
  return cells.map((text, index) => (
    <td key={COLUMN_NAMES[index + 3]} className="px-3 whitespace-nowrap">
      {text}
    </td>
  ));
}
