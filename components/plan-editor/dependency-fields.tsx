"use client";

import { X } from "lucide-react";
import { useMemo } from "react";
import { ancestry } from "@/lib/core/plan/graph";
import type { Plan, Task } from "@/lib/core/plan/schema";
import { Field, Select } from "../ui/field";
import { IconButton } from "../ui/icon-button";

type DependencyFieldsProps = {
  plan: Plan;
  task: Task;
  connect(from: string, to: string): void;
  disconnect(from: string, to: string): void;
};

/** What the task waits for, and what waits for it, as lists: all that can be done between handles on the canvas. */
export function DependencyFields({ plan, task, connect, disconnect }: DependencyFieldsProps) {
  const isAbove = useMemo(() => ancestry(plan), [plan]);
  const titles = new Map(plan.tasks.map(({ id, title }) => [id, title]));
  const others = plan.tasks.filter(({ id }) => id !== task.id && !task.dependsOn.includes(id));
  const above = others.filter(({ id }) => !isAbove(id, task.id));
  const waiting = plan.tasks.filter(({ dependsOn }) => dependsOn.includes(task.id));
  return (
    <>
      <TaskList
        label="Waits for"
        empty="Nothing. It can start right away."
        rows={task.dependsOn.map((id) => ({ id, title: titles.get(id) ?? id }))}
        removeLabel={(title) => `Do not wait for “${title}”`}
        onRemove={(id) => disconnect(id, task.id)}
      />
      <AddTask label="Wait for" tasks={above} onAdd={(id) => connect(id, task.id)} />
      {waiting.length > 0 && (
        <TaskList
          label="Required by"
          empty=""
          rows={waiting}
          removeLabel={(title) => `“${title}” no longer waits for this task`}
          onRemove={(id) => disconnect(task.id, id)}
        />
      )}
    </>
  );
}

type TaskListProps = {
  label: string;
  empty: string;
  rows: readonly { id: string; title: string }[];
  removeLabel(title: string): string;
  onRemove(id: string): void;
};

function TaskList({ label, empty, rows, removeLabel, onRemove }: TaskListProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <p className="font-medium">{label}</p>
      {rows.length === 0 && <p className="text-muted">{empty}</p>}
      <ul aria-label={label} className="grid grid-cols-[minmax(0,1fr)] gap-1 empty:hidden">
        {rows.map(({ id, title }) => (
          <li
            key={id}
            className="flex items-center justify-between gap-2 min-h-9 rounded-lg border border-line pl-3"
          >
            <span className="min-w-0 truncate" title={title}>
              {title}
            </span>
            <IconButton
              label={removeLabel(title)}
              side="left"
              className="shrink-0 in-[fieldset:disabled]:hidden"
              onClick={() => onRemove(id)}
            >
              <X aria-hidden="true" className="size-3.5" />
            </IconButton>
          </li>
        ))}
      </ul>
    </div>
  );
}

type AddTaskProps = { label: string; tasks: readonly Task[]; onAdd(id: string): void };

function AddTask({ label, tasks, onAdd }: AddTaskProps) {
  if (tasks.length === 0) return null;
  return (
    <Field label={<span className="sr-only">{label}</span>} className="in-[fieldset:disabled]:hidden">
      {(wiring) => (
        <Select {...wiring} value="" onChange={({ target }) => target.value !== "" && onAdd(target.value)}>
          <option value="">{label}…</option>
          {tasks.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
