"use client";

import Link from "next/link";
import type { RunListItem } from "@/lib/core/views";
import { RunTime } from "../run-list/run-time";
import { runStatusDisplay } from "../run-list/words";
import { Progress } from "../ui/progress";
import { StatusLabel } from "../ui/status-word";

const MAX_LIVE_RUNS = 8;

/** Runs that have not ended, newest first, with how far they are. */
export function LiveRuns({ runs }: { runs: readonly RunListItem[] }) {
  if (runs.length === 0) return <p className="text-muted">Nothing is running.</p>;
  return (
    <>
      <ul className="-mx-4 -my-3 divide-y divide-line">
        {runs.slice(0, MAX_LIVE_RUNS).map((run) => (
          <LiveRun key={run.id} run={run} />
        ))}
      </ul>
      {runs.length > MAX_LIVE_RUNS && (
        <p className="-mx-4 mt-3 border-line border-t px-4 pt-3">
          <Link href="/runs?show=live" className="underline">
            All {runs.length} live runs
          </Link>
        </p>
      )}
    </>
  );
}

function LiveRun({ run }: { run: RunListItem }) {
  const look = runStatusDisplay(run);
  const { total, open } = run.tasks;
  const done = total - open;
  return (
    <li className="relative grid gap-1 px-4 py-2.5 hover:bg-ground">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <Link
          href={`/runs/${run.id}`}
          className="line-clamp-2 min-w-0 font-medium after:absolute after:inset-0 hover:underline"
        >
          {run.title}
        </Link>
        <StatusLabel status={look} />
      </div>
      <Progress label="Tasks that have ended" value={done} max={Math.max(1, total)} tone={look.tone} />
      <p className="flex flex-wrap gap-x-3 text-muted text-xs">
        <span>{total === 0 ? "no plan yet" : `${done} of ${total} tasks`}</span>
        <span>
          <RunTime run={run} />
        </span>
        {run.replans > 0 && <span>{run.replans === 1 ? "1 replan" : `${run.replans} replans`}</span>}
      </p>
    </li>
  );
}
