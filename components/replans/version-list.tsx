"use client";

import type { PlanOrigin } from "@/lib/core/run/events/mission";
import type { ReplanCause } from "@/lib/core/run/events/reviews";
import { Moment } from "../ui/moment";
import { Counts } from "./counts";
import { countsOf, type VersionEntry } from "./replan-entries";

const ORIGIN_WORDS: Record<PlanOrigin, string> = {
  planner: "drafted by the planner",
  person: "brought by a person",
  replan: "replanned",
  review: "written by a review",
  refinement: "refined",
  iteration: "planned anew",
  import: "imported",
};

const TRIGGER_WORDS: Record<ReplanCause["trigger"], string> = {
  review: "a review asked for it",
  task_failed: "a task failed",
  verification: "a result was refused",
  quality_gate: "a task lacked data",
  person: "a person asked for it",
};

type VersionListProps = {
  entries: readonly VersionEntry[];
  /** The version whose changes are shown. */
  shown: number | undefined;
  current: number;
  onShow(entry: VersionEntry): void;
};

/** The versions of the plan, newest first: where each came from, why, by whom, and what it changed. */
export function VersionList({ entries, shown, current, onShow }: VersionListProps) {
  return (
    <ol aria-label="Plan versions" className="grid">
      {entries.map((entry) => {
        const { version, diff, replan } = entry;
        const isShown = version.version === shown;
        const cause = replan?.cause?.reason ?? version.cause;
        return (
          <li key={version.version} className="border-line border-b last:border-b-0">
            <button
              type="button"
              aria-pressed={isShown}
              onClick={() => onShow(entry)}
              className={`grid w-full gap-0.5 border-l-2 px-4 py-3 text-left -outline-offset-2 ${isShown ? "border-ink bg-ground" : "border-transparent enabled:hover:bg-ground"}`}
            >
              <span className="flex flex-wrap items-baseline justify-between gap-x-3">
                <span className="font-medium">
                  Version {version.version}
                  {version.version === current && <span className="font-normal text-muted"> · in force</span>}
                </span>
                {diff ? <Counts {...countsOf(diff)} /> : <TaskCount tasks={version.plan.tasks.length} />}
              </span>
              <span className="text-muted text-xs">
                {ORIGIN_WORDS[version.origin]}
                {replan && ` · replan ${replan.number}`}
                {replan?.cause && ` · ${TRIGGER_WORDS[replan.cause.trigger]}`}
              </span>
              {cause && <span className="line-clamp-3">{cause}</span>}
              <span className="text-muted text-xs">
                by {version.author}, <Moment at={version.at} />
              </span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}

function TaskCount({ tasks }: { tasks: number }) {
  return <span className="text-muted text-xs">{tasks === 1 ? "1 task" : `${tasks} tasks`}</span>;
}
