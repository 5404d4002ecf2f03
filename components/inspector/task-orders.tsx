"use client";

import { useState } from "react";
import { canSteer, type InterventionType, interventionsFor } from "@/lib/core/run/interventions";
import type { RunState, TaskState } from "@/lib/core/run/state";
import type { SendCommand } from "../runs/types";
import { UNREACHABLE } from "../runs/use-orders";
import { Button } from "../ui/button";
import { Section } from "./part";
import { SteerBox } from "./steer-box";
import { type SendTaskCommand, TaskCommandForm } from "./task-order-form";

const BUTTON_LABELS: Record<InterventionType, string> = {
  retry_task: "Retry",
  accept_result: "Accept result",
  supply_result: "Supply result",
  skip_task: "Skip",
};
const COMMAND_ORDER: readonly InterventionType[] = [
  "retry_task",
  "accept_result",
  "supply_result",
  "skip_task",
];

type TaskCommandsProps = { state: RunState; task: TaskState; sendCommand: SendCommand };

/** What a person can do to the task now, each with its reason; nothing where nothing is allowed. */
export function TaskCommands({ state, task, sendCommand }: TaskCommandsProps) {
  const [chosen, setChosen] = useState<InterventionType>();
  const allowed = interventionsFor(state, task);
  const verbs = COMMAND_ORDER.filter((type) => allowed.includes(type));
  const open = chosen !== undefined && verbs.includes(chosen) ? chosen : undefined;
  const send: SendTaskCommand = async (command) => {
    const input = { runId: state.runId, key: crypto.randomUUID(), ...command };
    return (await sendCommand(input).catch(() => ({ problem: UNREACHABLE }))).problem;
  };
  if (verbs.length === 0) return null;
  return (
    <Section title="Take it in hand">
      {canSteer(state, task) && <SteerBox task={task} send={send} />}
      {open ? (
        <TaskCommandForm key={open} type={open} task={task} send={send} onDone={() => setChosen(undefined)} />
      ) : (
        <div className="flex flex-wrap gap-2">
          {verbs.map((type) => (
            <Button key={type} size="small" onClick={() => setChosen(type)}>
              {BUTTON_LABELS[type]}
            </Button>
          ))}
        </div>
      )}
    </Section>
  );
}
