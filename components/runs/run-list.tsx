import Link from "next/link";
import { moneyText } from "@/lib/client/format";
import type { RunStatus } from "@/lib/core/run/status";
import { RUN_LOOK } from "../status";
import { Moment } from "../ui/moment";
import { StatusWord } from "../ui/status-word";

export type RunRow = {
  id: string;
  title: string;
  status: RunStatus;
  tags: string[];
  replans: number;
  tasks: { total: number; open: number };
  openApprovals: number;
  cost: { usd: number | null };
  createdAt: number;
};

/** Runs, newest first. */
export function RunList({ runs }: { runs: RunRow[] }) {
  if (runs.length === 0) {
    return <p className="text-muted">Nothing yet. Runs appear here as soon as a mission is started.</p>;
  }
  return (
    <ul className="-mx-4 -my-3 divide-y divide-line">
      {runs.map((run) => (
        <li key={run.id} className="grid gap-1 px-4 py-3">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
            <Link href={`/runs/${run.id}`} className="line-clamp-2 min-w-0 font-medium hover:underline">
              {run.title}
            </Link>
            <StatusWord look={lookOf(run)} />
          </div>
          <p className="flex flex-wrap gap-x-3 text-muted text-xs">
            <Moment at={run.createdAt} />
            {run.tasks.total > 0 && (
              <span>
                {run.tasks.total - run.tasks.open} of {run.tasks.total} tasks
              </span>
            )}
            {run.replans > 0 && <span>{run.replans === 1 ? "1 replan" : `${run.replans} replans`}</span>}
            <span>cost {moneyText(run.cost.usd)}</span>
            {run.tags.includes("demo") && <span>simulated</span>}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** An open gate is said first, also while other tasks of the run go on. */
const lookOf = (run: RunRow) => RUN_LOOK[run.openApprovals > 0 ? "waiting" : run.status];
