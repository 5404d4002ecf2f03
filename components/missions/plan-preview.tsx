"use client";

import { useMemo, useState } from "react";
import { levels } from "@/lib/core/plan";
import type { Plan } from "@/lib/core/plan/schema";
import { RunGraph } from "../graph/run-graph";
import { IssueList } from "./issue-list";
import { type PlanReading, previewState } from "./plan-reading";

/** What a pasted plan was read as: its figures, what is wrong with it, and its graph. */
export function PlanPreview({ reading }: { reading: PlanReading }) {
  const { plan, errors, warnings } = reading;
  const titles = useMemo(() => new Map(plan?.tasks.map((task) => [task.id, task.title])), [plan]);
  return (
    <div className="grid gap-3">
      <p role="status">
        {plan ? (
          <>
            <span className={errors.length > 0 ? "font-medium text-bad" : "font-medium text-ok"}>
              <span aria-hidden="true">{errors.length > 0 ? "✕ " : "✓ "}</span>
              {errors.length > 0 ? "This plan cannot run yet" : "This plan can run"}
            </span>
            <span className="text-muted"> · {figuresOf(plan)}</span>
          </>
        ) : (
          <span className="font-medium text-bad">
            <span aria-hidden="true">✕ </span>Not read as a plan yet
          </span>
        )}
      </p>
      <IssueList severity="error" issues={errors} titles={titles} />
      <IssueList severity="warning" issues={warnings} titles={titles} />
      {plan && plan.tasks.length > 0 && <PlanGraph plan={plan} />}
    </div>
  );
}

function PlanGraph({ plan }: { plan: Plan }) {
  const state = useMemo(() => previewState(plan), [plan]);
  const [selected, setSelected] = useState<string>();
  return (
    <RunGraph state={state} selectedTaskId={selected} onSelect={setSelected} className="h-[30rem] min-w-0" />
  );
}

/** `6 tasks in 4 levels, 1 review, 1 human gate`. */
export function figuresOf(plan: Plan): string {
  const count = (type: Plan["tasks"][number]["type"]) =>
    plan.tasks.filter((task) => task.type === type).length;
  const depth = new Set(levels(plan).values()).size;
  const parts = [
    `${counted(plan.tasks.length, "task")} in ${counted(depth, "level")}`,
    count("planning_review") > 0 && counted(count("planning_review"), "review"),
    count("human_review") > 0 && counted(count("human_review"), "human gate"),
  ];
  return parts.filter(Boolean).join(", ");
}

const counted = (n: number, word: string): string => (n === 1 ? `1 ${word}` : `${n} ${word}s`);
