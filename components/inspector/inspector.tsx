"use client";

import dynamic from "next/dynamic";
import { taskDisplay } from "@/lib/core/describe/looks/task";
import type { RunEvent } from "@/lib/core/run/events";
import { isAtLimit } from "@/lib/core/run/selectors";
import type { RunState, TaskState } from "@/lib/core/run/state";
import { PanelSkeleton } from "../ui/skeleton";
import { StatusLabel } from "../ui/status-label";
import { Tabs } from "../ui/tabs";
import { JsonText } from "./json-text";
import { TaskHead } from "./task-head";

const loading = PanelSkeleton;
const Costs = dynamic(() => import("./costs").then((room) => room.Costs), { loading });
const Decisions = dynamic(() => import("./decisions").then((room) => room.Decisions), { loading });
const Overview = dynamic(() => import("./overview").then((room) => room.Overview), { loading });
const Trajectory = dynamic(() => import("./trajectory").then((room) => room.Trajectory), { loading });

type InspectorProps = {
  state: RunState;
  /** The run as it is now, where `state` is that of a past moment. */
  now: RunState;
  events: readonly RunEvent[];
  task: TaskState;
  onSelect(taskId: string): void;
  /** Left out where a sheet around it has its own way to close. */
  onClose?: () => void;
};

/** Everything about one task. */
export function Inspector({ state, now, events, task, onSelect, onClose }: InspectorProps) {
  const of = { state, now, events, task };
  const panels = [
    {
      key: "overview",
      label: "Overview",
      panel: <Overview key={task.id} state={state} task={task} onSelect={onSelect} />,
    },
    { key: "trajectory", label: "Trajectory", panel: <Trajectory key={task.id} {...of} /> },
    { key: "decisions", label: "Decisions", panel: <Decisions state={state} task={task} events={events} /> },
    { key: "cost", label: "Cost", panel: <Costs {...of} /> },
    { key: "raw", label: "Raw", panel: <Raw task={task} /> },
  ];
  return (
    <>
      <TaskHead
        task={{ ...task.spec, id: task.id }}
        {...(task.sinceVersion > 1 && { note: `since plan v${task.sinceVersion}` })}
        closeLabel="Close the inspector (Esc)"
        onClose={onClose}
      >
        <StatusLabel status={taskDisplay(task, undefined, isAtLimit(state, task))} />
      </TaskHead>
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
