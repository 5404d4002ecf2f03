"use client";

import { RelativeTime } from "../ui/moment";
import { Counts } from "./counts";
import { countsOf, type VersionEntry } from "./replan-entries";
import { ORIGIN_LABELS, TRIGGER_LABELS } from "./words";

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
        const { version, diff, change } = entry;
        const isShown = version.version === shown;
        const cause = change?.reason ?? version.cause;
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
                {ORIGIN_LABELS[version.origin]}
                {change && ` · ${change.kind} ${change.number} · ${TRIGGER_LABELS[change.trigger]}`}
              </span>
              {cause && <span className="line-clamp-3">{cause}</span>}
              <span className="text-muted text-xs">
                by {version.author}, <RelativeTime at={version.at} />
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
