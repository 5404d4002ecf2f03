"use client";

import { useState } from "react";
import { canSteer, type InterventionType, interventionsFor } from "@/lib/core/run/interventions";
import type { RunState, TaskState } from "@/lib/core/run/state";
import type { CommandRun } from "../runs/types";
import { UNREACHABLE } from "../runs/use-orders";
import { Button } from "../ui/button";
import { Part } from "./part";
import { SteerBox } from "./steer-box";
import { type SendOrder, TaskOrderForm } from "./task-order-form";

const VERBS: Record<InterventionType, string> = {
  retry_task: "Retry",
  accept_result: "Accept result",
  supply_result: "Supply result",
  skip_task: "Skip",
};
const ORDER: readonly InterventionType[] = ["retry_task", "accept_result", "supply_result", "skip_task"];

type TaskOrdersProps = { state: RunState; task: TaskState; command: CommandRun };

/** What a person can do to the task now, each with its reason; nothing where nothing is allowed. */
export function TaskOrders({ state, task, command }: TaskOrdersProps) {
  const [chosen, setChosen] = useState<InterventionType>();
  const allowed = interventionsFor(state, task);
  const verbs = ORDER.filter((type) => allowed.includes(type));
  const open = chosen !== undefined && verbs.includes(chosen) ? chosen : undefined;
  const send: SendOrder = async (order) => {
    const input = { runId: state.runId, key: crypto.randomUUID(), ...order };
    return (await command(input).catch(() => ({ problem: UNREACHABLE }))).problem;
  };
  if (verbs.length === 0) return null;
  return (
    <Part title="Take it in hand">
      {canSteer(state, task) && <SteerBox task={task} send={send} />}
      {open ? (
        <TaskOrderForm key={open} type={open} task={task} send={send} onDone={() => setChosen(undefined)} />
      ) : (
        <div className="flex flex-wrap gap-2">
          {verbs.map((type) => (
            <Button key={type} size="small" onClick={() => setChosen(type)}>
              {VERBS[type]}
            </Button>
          ))}
        </div>
      )}
    </Part>
  );
}
