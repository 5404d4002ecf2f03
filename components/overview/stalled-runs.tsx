import Link from "next/link";
import type { StalledRun } from "@/lib/core/views";
import { RelativeTime } from "../ui/relative-time";

const REASON_LABELS: Record<StalledRun["code"], string> = {
  unsupported: "Created by another version",
  internal: "Abandoned by the engine",
  engine_fault: "Engine fault: needs a decision",
};

/** Runs that no worker moves any more, each with why. */
export function StalledRuns({ runs }: { runs: readonly StalledRun[] }) {
  return (
    <ul className="-mx-4 -my-3 divide-y divide-line">
      {runs.map(({ runId, title, code, message, atMs }) => (
        <li key={runId} className="relative grid gap-0.5 px-4 py-2.5 hover:bg-ground">
          <Link
            href={`/runs/${runId}`}
            className="line-clamp-2 min-w-0 font-medium after:absolute after:inset-0 hover:underline"
          >
            {title}
          </Link>
          <p className="line-clamp-2 text-sm">{message}</p>
          <p className="flex flex-wrap gap-x-3 text-muted text-xs">
            <span>{REASON_LABELS[code]}</span>
            <RelativeTime at={atMs} />
          </p>
        </li>
      ))}
    </ul>
  );
}
