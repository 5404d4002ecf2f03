"use client";

import { memo, useMemo } from "react";
import { getOwn } from "@/lib/core/own";
import { levels } from "@/lib/core/plan/graph";
import type { Plan } from "@/lib/core/plan/schema";
import { planFile } from "@/lib/core/plan/write/file";
import { DraftForecast } from "../forecast/draft-forecast";
import { RunGraph } from "../graph/run-graph";
import { SEVERITY_DISPLAY, TONE_TEXT } from "../status";
import { LiveButton } from "../ui/live";
import { FindingList } from "./critique/finding-list";
import { findingCounts, issuesByTask } from "./critique/issues-by-task";
import { Score } from "./critique/score";
import { useShowMore } from "./critique/use-show-more";
import { PlanExport } from "./plan-export";
import type { LocatedIssue, PlanReading } from "./reading/plan-reading";
import { TaskDetails } from "./task-details";
import { type SettlePieces, UnreadPieces } from "./unread-pieces";

const pluralize = (n: number, word: string): string => (n === 1 ? `1 ${word}` : `${n} ${word}s`);

const PORTION = 6;

type IssueListProps = {
  severity: "error" | "warning";
  issues: readonly LocatedIssue[];
  titles: ReadonlyMap<string, string>;
  /** Shows the place in the text and the task; an issue without either cannot be gone to. */
  onGo(issue: LocatedIssue): void;
};

type IssueRowProps = { issue: LocatedIssue; where: string; onGo(issue: LocatedIssue): void };

type PlanPreviewProps = Omit<SettlePieces, "onGo"> & {
  reading: PlanReading;
  /** The last reading that was a plan: what is drawn while the text is none. */
  lastValid: PlanReading | undefined;
  selected: string | undefined;
  onSelect(taskId: string | undefined): void;
  /** The path of a task that could not be given to a person in the text. */
  unchanged?: string | undefined;
  /** Shows where an issue stands in the text. */
  onGo(issue: LocatedIssue): void;
  /** Gives a task another predicate, or none. */
  onPredicate(taskId: string, predicate: string | undefined): void;
};

/** What a pasted plan was read as: whether it can run, what is wrong with it, its graph, and what the critic says. */
export const PlanPreview = memo(function PlanPreview(props: PlanPreviewProps) {
  const { reading, lastValid, selected, onSelect, onGo, onPredicate, onLeaveOut, onPerson, unchanged } =
    props;
  const { plan, critique, state, ranges, ...rest } = lastValid ?? reading;
  const { errors, warnings, unread, leftOut } = reading;
  const titles = useMemo(() => new Map(plan?.tasks.map(({ id, title }) => [id, title])), [plan]);
  const issuesOfTasks = useMemo(
    () => issuesByTask([...rest.errors, ...rest.warnings], critique?.findings ?? []),
    [rest.errors, rest.warnings, critique],
  );
  const task = plan?.tasks.find(({ id }) => id === selected);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Summary reading={reading} />
      <UnreadPieces
        unread={unread}
        leftOut={leftOut}
        unchanged={unchanged}
        onLeaveOut={onLeaveOut}
        onPerson={onPerson}
        onGo={onGo}
      />
      <IssueList severity="error" issues={errors} titles={titles} onGo={onGo} />
      <IssueList severity="warning" issues={warnings} titles={titles} onGo={onGo} />
      {lastValid && !reading.plan && <p className="text-muted">Showing the last valid plan below.</p>}
      {state && state.order.length > 0 && (
        <RunGraph
          state={state}
          issues={issuesOfTasks}
          draft
          selectedTaskId={selected}
          onSelect={onSelect}
          className="h-[30rem] min-w-0"
        />
      )}
      {plan && task && (
        <TaskDetails
          key={task.id}
          task={task}
          plan={plan}
          issues={[...rest.errors, ...rest.warnings].filter(({ taskId }) => taskId === task.id)}
          range={reading.plan && getOwn(ranges, task.id)}
          onGo={onGo}
          onPredicate={(predicate) => onPredicate(task.id, predicate)}
          onClose={() => onSelect(undefined)}
        />
      )}
      {reading.plan && errors.length === 0 && unread.length === 0 && <DraftForecast plan={reading.plan} />}
      {critique && critique.findings.length > 0 && (
        <section aria-label="Critique" className="grid gap-2">
          <h3 className="font-medium">Critique</h3>
          <FindingList
            label="Critic findings"
            findings={critique.findings}
            titles={titles}
            onSelect={onSelect}
          />
        </section>
      )}
    </div>
  );
});

function Summary({ reading: { plan, errors, unread, critique } }: { reading: PlanReading }) {
  if (!plan) {
    return (
      <p role="status" className="font-medium text-bad">
        <span aria-hidden="true">✕ </span>Not a valid plan yet
      </p>
    );
  }
  const bad = errors.length > 0 || unread.length > 0;
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <div role="status">
        <p>
          <span className={`font-medium ${bad ? "text-bad" : ""}`}>
            <span aria-hidden="true">{bad ? "✕ " : "✓ "}</span>
            {bad ? "This plan has errors" : "This plan is ready to run"}
          </span>
          <span className="text-muted"> · {planCounts(plan)}</span>
        </p>
        {critique && (
          <p>
            Critic: <Score score={critique.score} />
            <span className="text-muted"> · {findingCounts(critique.findings) || "no findings"}</span>
          </p>
        )}
      </div>
      <PlanExport
        fileOf={async (format) =>
          format === "svg" ? (await import("../graph/draw-plan")).drawPlan(plan) : planFile(plan, { format })
        }
      />
    </div>
  );
}

/** What is wrong with a plan, each with its line and the task it belongs to. */
function IssueList({ severity, issues, titles, onGo }: IssueListProps) {
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
    <LiveButton
      onClick={() => onGo(issue)}
      className="block w-full rounded-lg px-2 py-1 text-left hover:bg-ground"
    >
      {inside}
    </LiveButton>
  );
}

/** `line 4 · Task a · Alpha`, or the path where there is no more to say. */
function locationLabel({ taskId, path, range }: LocatedIssue, titles: ReadonlyMap<string, string>): string {
  const title = taskId === undefined ? undefined : titles.get(taskId);
  const task = taskId !== undefined && `Task ${taskId}${title && title !== taskId ? ` · ${title}` : ""}`;
  const words = [range && `Line ${range.line}`, task || path];
  return words.filter(Boolean).join(" · ") || "Whole plan";
}

/** `6 tasks in 4 levels, 1 review, 1 human gate`. */
export function planCounts(plan: Plan): string {
  const count = (type: Plan["tasks"][number]["type"]) =>
    plan.tasks.filter((task) => task.type === type).length;
  const depth = new Set(levels(plan).values()).size;
  const parts = [
    `${pluralize(plan.tasks.length, "task")} in ${pluralize(depth, "level")}`,
    count("planning_review") > 0 && pluralize(count("planning_review"), "review"),
    count("human_review") > 0 && pluralize(count("human_review"), "human gate"),
  ];
  return parts.filter(Boolean).join(", ");
}
