"use client";

import { SEVERITY_DISPLAY, TONE_TEXT } from "../status";
import type { LocatedIssue } from "./plan-reading";
import { useShowMore } from "./use-portion";

const PORTION = 6;

type IssueListProps = {
  severity: "error" | "warning";
  issues: readonly LocatedIssue[];
  titles: ReadonlyMap<string, string>;
  /** Shows the place in the text and the task; an issue without either cannot be gone to. */
  onGo(issue: LocatedIssue): void;
};

/** What is wrong with a plan, each with its line and the task it belongs to. */
export function IssueList({ severity, issues, titles, onGo }: IssueListProps) {
  const [shown, more] = useShowMore(issues, PORTION);
  if (issues.length === 0) return null;
  const { icon, tone, word } = SEVERITY_DISPLAY[severity];
  return (
    <div className="grid gap-1">
      <h3 className={`font-medium ${TONE_TEXT[tone]}`}>
        <span aria-hidden="true">{icon} </span>
        {issues.length} {issues.length === 1 ? word : `${word}s`}
      </h3>
      <ul className="grid gap-1">
        {shown.map((issue) => (
          <li key={`${issue.code} ${issue.taskId} ${issue.path} ${issue.message}`}>
            <IssueRow issue={issue} where={locationLabel(issue, titles)} onGo={onGo} />
          </li>
        ))}
      </ul>
      {more}
    </div>
  );
}

type IssueRowProps = { issue: LocatedIssue; where: string; onGo(issue: LocatedIssue): void };

function IssueRow({ issue, where, onGo }: IssueRowProps) {
  const { range, taskId, message } = issue;
  const inside = (
    <>
      <span className="block text-muted text-xs">{where}</span>
      <span className="block">{message}</span>
    </>
  );
  if (!range && taskId === undefined) return <div className="px-2 py-1">{inside}</div>;
  return (
    <button
      type="button"
      onClick={() => onGo(issue)}
      className="block w-full rounded-lg px-2 py-1 text-left hover:bg-ground"
    >
      {inside}
    </button>
  );
}

/** `line 4 · Task a · Alpha`, or the path where there is no more to say. */
function locationLabel({ taskId, path, range }: LocatedIssue, titles: ReadonlyMap<string, string>): string {
  const title = taskId === undefined ? undefined : titles.get(taskId);
  const task = taskId !== undefined && `Task ${taskId}${title && title !== taskId ? ` · ${title}` : ""}`;
  const words = [range && `Line ${range.line}`, task || path];
  return words.filter(Boolean).join(" · ") || "The whole plan";
}
