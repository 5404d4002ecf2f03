"use client";

import { formatDuration } from "@/lib/client/format";
import { useNow } from "@/lib/client/use-now";
import type { AttemptState, TaskState } from "@/lib/core/run/state";
import { AttemptReflectionView } from "../reflection/attempt-reflection";
import type { StatusDisplay } from "../status";
import { StatusLabel } from "../ui/status-word";

const OUTCOME_DISPLAY: Record<NonNullable<AttemptState["outcome"]>, StatusDisplay> = {
  succeeded: { icon: "✓", word: "gave a result", tone: "plain" },
  failed: { icon: "✕", word: "failed", tone: "bad" },
  aborted: { icon: "■", word: "stopped", tone: "plain" },
};
const RUNNING_DISPLAY: StatusDisplay = { icon: "◐", word: "running", tone: "run" };

/** Every try at the task: what it came to, how long it took, and what was wrong with it. */
export function Attempts({ task }: { task: TaskState }) {
  const now = useNow(task.status === "running");
  return (
    <ol className="grid gap-2">
      {task.attempts.map((one) => {
        const until = one.endedAt ?? (one.outcome === undefined ? now : undefined);
        return (
          <li key={one.attempt} className="grid gap-0.5">
            <span className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span>Attempt {one.attempt}</span>
              <span className="flex items-baseline gap-3 text-xs">
                <span className="text-muted">
                  {one.steps > 0 && `${one.steps === 1 ? "1 step" : `${one.steps} steps`} · `}
                  {until !== undefined && formatDuration(until - one.startedAt)}
                </span>
                <StatusLabel status={one.outcome ? OUTCOME_DISPLAY[one.outcome] : RUNNING_DISPLAY} />
              </span>
            </span>
            {one.reflection && <AttemptReflectionView reflection={one.reflection} />}
            {one.diagnosis && <p className="text-muted">{one.diagnosis}</p>}
          </li>
        );
      })}
    </ol>
  );
}
