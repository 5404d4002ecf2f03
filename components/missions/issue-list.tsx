import type { Issue } from "@/lib/core/plan/schema";
import { TONE_TEXT } from "../status";

const SHOWN = 30;

type IssueListProps = {
  severity: "error" | "warning";
  issues: readonly Issue[];
  titles: Map<string, string>;
};

const SEVERITIES = {
  error: { icon: "✕", tone: "bad", one: "1 error", many: "errors" },
  warning: { icon: "△", tone: "amber", one: "1 warning", many: "warnings" },
} as const;

/** What is wrong with a plan, each with the task it belongs to. */
export function IssueList({ severity, issues, titles }: IssueListProps) {
  if (issues.length === 0) return null;
  const { icon, tone, one, many } = SEVERITIES[severity];
  return (
    <div>
      <h3 className={`font-medium ${TONE_TEXT[tone]}`}>
        <span aria-hidden="true">{icon} </span>
        {issues.length === 1 ? one : `${issues.length} ${many}`}
      </h3>
      <ul className="mt-1 grid gap-1.5">
        {issues.slice(0, SHOWN).map((issue) => (
          <li key={`${issue.code} ${issue.taskId} ${issue.path} ${issue.message}`}>
            <span className="text-muted text-xs">{placeOf(issue, titles)}</span>
            <span className="block">{issue.message}</span>
          </li>
        ))}
        {issues.length > SHOWN && <li className="text-muted">and {issues.length - SHOWN} more</li>}
      </ul>
    </div>
  );
}

function placeOf({ taskId, path }: Issue, titles: Map<string, string>): string {
  if (taskId === undefined) return path ?? "The whole plan";
  const title = titles.get(taskId);
  return title === undefined || title === taskId ? `Task ${taskId}` : `Task ${taskId} · ${title}`;
}
