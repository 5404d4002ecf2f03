"use client";

import type { ReactNode } from "react";
import { markedLine } from "@/lib/core/legible/marked";
import { getOwn } from "@/lib/core/own";
import { openGates } from "@/lib/core/run/selectors";
import type { RunState } from "@/lib/core/run/state";
import { LiveButton } from "../ui/live";
import { HoldClock } from "./hold-clock";

type OtherDecisionsProps = { state: RunState; taskId: string; onOpen(taskId: string | undefined): void };

/** Says that something else waits for a person, or is about to be applied, while one looks at this task. */
export function OtherDecisions({ state, taskId, onOpen }: OtherDecisionsProps) {
  const gates = openGates(state).filter((gate) => gate.taskId !== taskId);
  const held = Object.keys(state.held).flatMap((id) =>
    id === taskId ? [] : (getOwn(state.tasks, id) ?? []),
  );
  const [gate] = gates;
  return (
    <>
      {gate && (
        <Bar className="bg-person-soft text-person" onOpen={() => onOpen(gate.taskId)}>
          <span aria-hidden="true">◈ </span>
          {gates.length === 1
            ? "Another question is waiting for you"
            : `${gates.length} other questions are waiting for you`}
        </Bar>
      )}
      {held.map((task) => (
        <Bar key={task.id} className="bg-ground" onOpen={() => onOpen(task.id)}>
          <span aria-hidden="true">◆ </span>
          {markedLine(task.spec.title)}: {task.proposal?.decision}.{" "}
          <span className="font-normal text-muted">
            <HoldClock state={state} task={task} />
          </span>
        </Bar>
      ))}
    </>
  );
}

type BarProps = { className: string; onOpen(): void; children: ReactNode };

function Bar({ className, onOpen, children }: BarProps) {
  return (
    <LiveButton
      onClick={onOpen}
      className={`block w-full truncate border-line border-t px-4 py-2 text-left font-medium text-xs -outline-offset-2 ${className}`}
    >
      {children}
    </LiveButton>
  );
}
