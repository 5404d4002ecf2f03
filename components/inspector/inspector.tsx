"use client";

import { X } from "lucide-react";
import dynamic from "next/dynamic";
import { taskStatusDisplay } from "@/lib/core/describe/looks/task-status";
import type { RunEvent } from "@/lib/core/run/events";
import type { RunState, TaskState } from "@/lib/core/run/state";
import { IconButton } from "../ui/icon-button";
import { PanelSkeleton } from "../ui/skeleton";
import { StatusLabel } from "../ui/status-label";
import { Tabs } from "../ui/tabs";
import { JsonText } from "./json-text";

const loading = PanelSkeleton;
const Costs = dynamic(() => import("./costs").then((room) => room.Costs), { loading });
const Decisions = dynamic(() => import("./decisions").then((room) => room.Decisions), { loading });
const Overview = dynamic(() => import("./overview").then((room) => room.Overview), { loading });
const Trajectory = dynamic(() => import("./trajectory").then((room) => room.Trajectory), { loading });

const TYPE_LABELS: Record<TaskState["spec"]["type"], string> = {
  task: "Task",
  direct: "Program",
  synthesis_gate: "Synthesis gate",
  planning_review: "Planning review",
  human_review: "Human gate",
};

type InspectorProps = {
  state: RunState;
  events: readonly RunEvent[];
  task: TaskState;
  onSelect(taskId: string): void;
  /** Left out where a sheet around it has its own way to close. */
  onClose?: () => void;
};

/** Everything about one task. */
export function Inspector({ state, events, task, onSelect, onClose }: InspectorProps) {
  const panels = [
    { key: "overview", label: "Overview", panel: <Overview state={state} task={task} onSelect={onSelect} /> },
    { key: "trajectory", label: "Trajectory", panel: <Trajectory key={task.id} state={state} task={task} /> },
    { key: "decisions", label: "Decisions", panel: <Decisions state={state} task={task} events={events} /> },
    { key: "cost", label: "Cost", panel: <Costs state={state} task={task} /> },
    { key: "raw", label: "Raw", panel: <Raw task={task} /> },
  ];
  return (
    <>
      <header className="grid gap-1 border-line border-b px-4 pt-3 pb-2.5">
        <div className="flex items-start justify-between gap-3">
          <p className="text-muted text-xs">
            {TYPE_LABELS[task.spec.type]} · <span className="font-mono">{task.id}</span>
            {task.sinceVersion > 1 && ` · since plan v${task.sinceVersion}`}
          </p>
          {onClose && (
            <IconButton label="Close the inspector (Esc)" className="-mt-1.5 -mr-2 -mb-3" onClick={onClose}>
              <X aria-hidden="true" className="size-4" />
            </IconButton>
          )}
        </div>
        <h2
          tabIndex={-1}
          data-inspected={task.id}
          className={onClose ? "line-clamp-4 font-semibold text-base leading-snug" : "sr-only"}
        >
          {task.spec.title}
        </h2>
        <StatusLabel status={taskStatusDisplay(task)} />
      </header>
      <Tabs label="Task details" param="inspect" tabs={panels} className="[&_[role=tablist]]:px-4" />
    </>
  );
}

/** The task as the engine holds it. */
function Raw({ task }: { task: TaskState }) {
  return (
    <div className="p-4">
      <JsonText label="Task as JSON" value={task} />
    </div>
  );
}
