"use client";

import { X } from "lucide-react";
import dynamic from "next/dynamic";
import { useEffect, useId, useRef, useState } from "react";
import type { Plan, Task, TaskType } from "@/lib/core/plan/schema";
import { SEVERITY_DISPLAY, TONE_TEXT } from "../status";
import { Button } from "../ui/button";
import { IconButton } from "../ui/icon-button";
import { Skeleton } from "../ui/skeleton";
import { jsonText } from "./predicate/trial-input";
import type { TextRange } from "./reading/locate-in-text";
import type { LocatedIssue } from "./reading/plan-reading";

const TYPE_LABELS: Record<TaskType, string> = {
  task: "task",
  direct: "program",
  synthesis_gate: "synthesis gate",
  planning_review: "planning review",
  human_review: "human gate",
};

const FAILURE_LABELS: Record<Task["onFailure"], string> = {
  stop: "the run stops",
  skip: "the task is skipped",
  retry: "the task is retried",
  replan: "the rest is replanned",
};

const SHOWN_CHARS = 600;

const schemaText = (schema: NonNullable<Task["outputSchema"]>): string =>
  typeof schema === "string" ? schema : JSON.stringify(schema);

const truncated = (text: string): string =>
  text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text;

const PredicateRoom = dynamic(
  () => import("./predicate/predicate-panel").then((room) => room.PredicatePanel),
  {
    ssr: false,
    loading: () => <Skeleton className="h-64" />,
  },
);

type TaskDetailsProps = {
  task: Task;
  plan: Plan;
  issues: readonly LocatedIssue[];
  range: TextRange | undefined;
  onGo(issue: LocatedIssue): void;
  onPredicate(predicate: string | undefined): void;
  onClose(): void;
};

/** A task of a plan that is being written: what was read of it, what is wrong with it, and its predicate. */
export function TaskDetails({ task, plan, issues, range, onGo, onPredicate, onClose }: TaskDetailsProps) {
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const isTyping = document.activeElement instanceof HTMLTextAreaElement;
    if (!isTyping) heading.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <section aria-labelledby={headingId} className="grid gap-3 rounded-xl border border-line bg-ground p-4">
      <div className="flex items-start justify-between gap-3">
        <h3 ref={heading} id={headingId} className="scroll-mt-24 scroll-mb-24 font-semibold text-base">
          {task.title || task.id}
        </h3>
        <IconButton label="Close task" className="-mt-1.5 -mr-2" onClick={onClose}>
          <X aria-hidden="true" className="size-4" />
        </IconButton>
      </div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        {taskRows(task, plan).map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="whitespace-pre-wrap">{value}</dd>
          </div>
        ))}
      </dl>
      {range && (
        <Button
          size="small"
          className="justify-self-start"
          onClick={() => onGo({ severity: "warning", code: "unread", message: "", range })}
        >
          Go to line {range.line}
        </Button>
      )}
      <ul className="grid gap-1 empty:hidden">
        {issues.map(({ severity, code, path, message }) => (
          <li
            key={`${code} ${path} ${message}`}
            className={`relative ${TONE_TEXT[SEVERITY_DISPLAY[severity].tone]}`}
          >
            <span aria-hidden="true">{SEVERITY_DISPLAY[severity].icon} </span>
            <span className="sr-only">{SEVERITY_DISPLAY[severity].word}: </span>
            {message}
          </li>
        ))}
      </ul>
      <Predicate task={task} onPredicate={onPredicate} />
    </section>
  );
}

type PredicateProps = { task: Task; onPredicate(predicate: string | undefined): void };

function Predicate({ task, onPredicate }: PredicateProps) {
  const { verification = "", dependsOn, input } = task;
  const [open, setOpen] = useState(false);
  const start = { result: "", input: input === "" ? "" : jsonText(input), depends: "" };
  return (
    <div className="grid gap-2 border-line border-t pt-3">
      <h4 className="font-medium">Predicate</h4>
      <p className="text-muted">
        {verification === ""
          ? "None. A predicate defines what this task’s result must satisfy."
          : "What the result of this task must satisfy."}
      </p>
      {open ? (
        <PredicateRoom
          source={verification}
          dependencies={dependsOn}
          initialData={start}
          onApply={onPredicate}
        />
      ) : (
        <>
          {verification !== "" && (
            <pre className="overflow-x-auto whitespace-pre-wrap rounded-lg border border-line bg-panel px-3 py-2 font-mono text-xs">
              {verification}
            </pre>
          )}
          <Button size="small" className="justify-self-start" onClick={() => setOpen(true)}>
            {verification === "" ? "Add a predicate" : "Edit predicate"}
          </Button>
        </>
      )}
    </div>
  );
}

/** What was read of a task, as names and words; what goes without saying is left out. */
function taskRows(task: Task, plan: Plan): [name: string, value: string][] {
  const { id, type, agent, dependsOn, input, details, maxRetries, onFailure, review, outputSchema } = task;
  const titles = new Map(plan.tasks.map((one) => [one.id, one.title]));
  const rows: [string, string][] = [
    ["Id", id],
    [
      "Kind",
      type === "task"
        ? agent === "default"
          ? "task (default agent)"
          : `task (agent ${agent})`
        : TYPE_LABELS[type],
    ],
    [
      "Depends on",
      dependsOn.map((one) => titles.get(one) || one).join(", ") || "Nothing. It can start right away.",
    ],
    ["Input", input === "" ? "" : truncated(typeof input === "string" ? input : JSON.stringify(input))],
    ["Details", truncated(details.join("\n"))],
    ["Reviews", review?.focus ?? ""],
    ["Reviewers", reviewersText(review)],
    ["Result", outputSchema === undefined ? "" : truncated(schemaText(outputSchema))],
    [
      "If it fails",
      `${maxRetries === 0 ? "" : `${maxRetries + 1} attempts, then `}${FAILURE_LABELS[onFailure]}`,
    ],
  ];
  return rows.filter(([, value]) => value !== "");
}

function reviewersText(review: Task["review"]): string {
  const names = review?.reviewers ?? [];
  return names.length > 1 ? `${names.join(", ")} (${review?.consensus})` : names.join();
}
