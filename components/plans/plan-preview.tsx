"use client";

import { useMemo } from "react";
import { planFile } from "@/lib/core/plan";
import type { PlanFormat } from "@/lib/core/views";
import { RunGraph } from "../graph/run-graph";
import { planCounts } from "./figures";
import { FindingList } from "./finding-list";
import { findingCounts, issuesByTask } from "./flaws";
import { IssueList } from "./issue-list";
import { PlanExport } from "./plan-export";
import type { LocatedIssue, PlanReading } from "./plan-reading";
import { Score } from "./score";
import { TaskDetails } from "./task-details";

type PlanPreviewProps = {
  reading: PlanReading;
  /** The last reading that was a plan: what is drawn while the text is none. */
  lastValid: PlanReading | undefined;
  selected: string | undefined;
  onSelect(taskId: string | undefined): void;
  /** Shows where an issue stands in the text. */
  onGo(issue: LocatedIssue): void;
  /** Gives a task another predicate, or none. */
  onPredicate(taskId: string, predicate: string | undefined): void;
};

/** What a pasted plan was read as: whether it can run, what is wrong with it, its graph, and what the critic says. */
export function PlanPreview(props: PlanPreviewProps) {
  const { reading, lastValid, selected, onSelect, onGo, onPredicate } = props;
  const { plan, critique, state, ranges, ...rest } = lastValid ?? reading;
  const { errors, warnings } = reading;
  const titles = useMemo(() => new Map(plan?.tasks.map(({ id, title }) => [id, title])), [plan]);
  const issuesOfTasks = useMemo(
    () => issuesByTask([...rest.errors, ...rest.warnings], critique?.findings ?? []),
    [rest.errors, rest.warnings, critique],
  );
  const task = plan?.tasks.find(({ id }) => id === selected);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Summary reading={reading} />
      <IssueList severity="error" issues={errors} titles={titles} onGo={onGo} />
      <IssueList severity="warning" issues={warnings} titles={titles} onGo={onGo} />
      {lastValid && !reading.plan && <p className="text-muted">Below is the plan as it was last read.</p>}
      {state && state.order.length > 0 && (
        <RunGraph
          state={state}
          flaws={issuesOfTasks}
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
          range={reading.plan && ranges[task.id]}
          onGo={onGo}
          onPredicate={(predicate) => onPredicate(task.id, predicate)}
          onClose={() => onSelect(undefined)}
        />
      )}
      {critique && critique.findings.length > 0 && (
        <section aria-labelledby="critic-findings" className="grid gap-2">
          <h3 id="critic-findings" className="font-medium">
            What the critic says
          </h3>
          <FindingList
            label="Findings of the critic"
            findings={critique.findings}
            titles={titles}
            onSelect={onSelect}
          />
        </section>
      )}
    </div>
  );
}

function Summary({ reading: { plan, errors, critique } }: { reading: PlanReading }) {
  if (!plan) {
    return (
      <p role="status" className="font-medium text-bad">
        <span aria-hidden="true">✕ </span>Not read as a plan yet
      </p>
    );
  }
  const bad = errors.length > 0;
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <div role="status">
        <p>
          <span className={`font-medium ${bad ? "text-bad" : "text-ok"}`}>
            <span aria-hidden="true">{bad ? "✕ " : "✓ "}</span>
            {bad ? "This plan cannot run yet" : "This plan can run"}
          </span>
          <span className="text-muted"> · {planCounts(plan)}</span>
        </p>
        {critique && (
          <p>
            Critic: <Score score={critique.score} />
            <span className="text-muted"> · {findingCounts(critique.findings) || "nothing was found"}</span>
          </p>
        )}
      </div>
      <PlanExport fileOf={(format: PlanFormat) => planFile(plan, { format })} />
    </div>
  );
}
