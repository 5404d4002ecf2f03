import Link from "next/link";
import type { RunListItem } from "@/lib/core/views";
import { finishReasonSentence, runStatusDisplay } from "../run-list/words";
import { RelativeTime } from "../ui/moment";
import { StatusLabel } from "../ui/status-word";

/** Runs that have ended, newest first, each with why. */
export function EndedRuns({ runs }: { runs: readonly RunListItem[] }) {
  return (
    <ul className="-mx-4 -my-3 divide-y divide-line">
      {runs.map((run) => (
        <li key={run.id} className="relative grid gap-0.5 px-4 py-2.5 hover:bg-ground">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <Link
              href={`/runs/${run.id}`}
              className="line-clamp-2 min-w-0 font-medium after:absolute after:inset-0 hover:underline"
            >
              {run.title}
            </Link>
            <StatusLabel status={runStatusDisplay(run)} />
          </div>
          <p className="flex flex-wrap gap-x-3 text-muted text-xs">
            {run.finishReason && <span>{finishReasonSentence(run.finishReason)}</span>}
            <RelativeTime at={run.finishedAt ?? run.createdAt} />
          </p>
        </li>
      ))}
    </ul>
  );
}
