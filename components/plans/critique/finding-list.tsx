"use client";

import type { ReactNode } from "react";
import type { Finding } from "@/lib/core/plan/critic/types";
import { SEVERITY_DISPLAY } from "../../status";
import { LiveButton } from "../../ui/live";
import { StatusLabel } from "../../ui/status-label";
import { taskOfFinding } from "./issues-by-task";
import { useShowMore } from "./use-show-more";

const PORTION = 8;

type FindingListProps<Item extends Finding> = {
  label: string;
  findings: readonly Item[];
  titles: ReadonlyMap<string, string>;
  /** Left out where there is nothing to select. */
  onSelect?: (taskId: string) => void;
  /** What else belongs to a finding: people's verdict on it. */
  below?: (finding: Item) => ReactNode;
};

/** The critic's findings, the gravest first: how grave, at which task, what, and what to do about it. */
export function FindingList<Item extends Finding>(props: FindingListProps<Item>) {
  const { label, findings, titles, onSelect, below } = props;
  const [shown, more] = useShowMore(findings, PORTION);
  if (findings.length === 0) return null;
  return (
    <div className="grid gap-2">
      <ul aria-label={label} className="grid gap-2.5">
        {shown.map((finding) => (
          <li key={finding.key} data-finding={finding.key} className="relative grid gap-0.5">
            <div className="flex flex-wrap items-baseline gap-x-2">
              <StatusLabel status={SEVERITY_DISPLAY[finding.severity]} className="font-medium" />
              <TaskOf finding={finding} titles={titles} {...(onSelect && { onSelect })} />
            </div>
            <p>{finding.message}</p>
            <p className="text-muted">
              <span aria-hidden="true">→ </span>
              <span className="sr-only">Recommendation: </span>
              {finding.recommendation}
            </p>
            {below?.(finding)}
          </li>
        ))}
      </ul>
      {more}
    </div>
  );
}

type TaskOfProps = Pick<FindingListProps<Finding>, "titles" | "onSelect"> & { finding: Finding };

function TaskOf({ finding, titles, onSelect }: TaskOfProps) {
  const taskId = taskOfFinding(finding);
  if (taskId === undefined) return <span className="text-muted text-xs">Whole plan</span>;
  return <TaskName taskId={taskId} titles={titles} {...(onSelect && { onSelect })} />;
}

type TaskNameProps = Pick<FindingListProps<Finding>, "titles" | "onSelect"> & { taskId: string };

/** The title of a task, and where tasks can be selected the way to it. */
export function TaskName({ taskId, titles, onSelect }: TaskNameProps) {
  const title = titles.get(taskId);
  if (title === undefined || !onSelect) return <span className="text-muted text-xs">{title ?? taskId}</span>;
  return (
    <LiveButton
      onClick={() => onSelect(taskId)}
      className="min-h-6 text-left text-xs underline decoration-edge underline-offset-2 hover:decoration-ink"
    >
      {title}
    </LiveButton>
  );
}
