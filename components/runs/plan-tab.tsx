"use client";

import { useMemo } from "react";
import { openGates } from "@/lib/client/run-facts";
import type { RunEvent } from "@/lib/core/run/events";
import type { RunState, TaskState } from "@/lib/core/run/state";
import { isAboutCall } from "@/lib/core/run/task-gates";
import { ClosedNote } from "../approvals/closed-note";
import { GatePanel } from "../approvals/gate-panel";
import { HeldReview } from "../approvals/held-review";
import { renderNodeDecision } from "../approvals/node-decision";
import type { PlanOverlay } from "../graph/facts";
import { RunGraph } from "../graph/run-graph";
import { useMedia } from "../graph/use-media";
import { Inspector } from "../inspector/inspector";
import { TaskCommands } from "../inspector/task-orders";
import { issuesByTask } from "../plans/flaws";
import { openFindings, useCritique } from "../plans/use-critique";
import { Drawer } from "../ui/drawer";
import { CompareNote } from "./compare-note";
import { RunSummary } from "./glance";
import { OtherGates } from "./other-gates";
import type { SendCommand } from "./types";
import type { VersionPair } from "./use-room-address";

type PlanTabProps = {
  state: RunState;
  events: readonly RunEvent[];
  taskId: string | undefined;
  select(taskId: string | undefined): void;
  compared: VersionPair | undefined;
  overlay: PlanOverlay | undefined;
  compare(pair: VersionPair | undefined): void;
  openTab(key: string): void;
  sendCommand: SendCommand;
};

/** The canvas and beside it what is known of the selected task; as a sheet from below where there is no room. */
export function PlanTab(props: PlanTabProps) {
  const { state, events, taskId, select, compared, overlay, compare, openTab, sendCommand } = props;
  const isPhone = useMedia("(max-width: 767px)");
  const task = taskId === undefined ? undefined : state.tasks[taskId];
  const renderToolbar = useMemo(() => renderNodeDecision({ state, onOpen: select }), [state, select]);
  const inspect = (shown: TaskState, onClose?: () => void) => (
    <>
      <OtherGates state={state} taskId={shown.id} onOpen={select} />
      <Inspector
        state={state}
        events={events}
        task={shown}
        gate={gateOf(state, shown, select)}
        commands={<TaskCommands key={shown.id} state={state} task={shown} sendCommand={sendCommand} />}
        onSelect={select}
        {...(onClose && { onClose })}
      />
    </>
  );
  const critique = useCritique(state, state.planVersion);
  const flaws = useMemo(() => issuesByTask([], openFindings(critique?.findings ?? [])), [critique]);
  const urgent = openGates(state).length > 0 || Object.keys(state.held).length > 0;
  return (
    <section
      aria-label="Plan"
      className="grid lg:h-full lg:grid-cols-[minmax(0,1fr)_25rem] lg:grid-rows-[minmax(0,1fr)]"
    >
      <div className="flex min-h-0 min-w-0 flex-col max-lg:p-4">
        {compared && (
          <CompareNote compared={compared} ready={overlay !== undefined} onStop={() => compare(undefined)} />
        )}
        <RunGraph
          state={state}
          log={events}
          selectedTaskId={taskId}
          onSelect={select}
          renderToolbar={renderToolbar}
          overlay={overlay}
          flaws={overlay ? undefined : flaws}
          className="max-lg:h-[32rem] lg:min-h-0 lg:grow lg:rounded-none lg:border-0"
        />
      </div>
      <aside
        aria-label={task ? "Inspector" : "At a glance"}
        data-inspector
        className={`min-w-0 border-line bg-panel max-lg:border-y max-md:[&_.sticky]:static lg:overflow-y-auto lg:border-l ${urgent && !task ? "max-lg:order-first" : ""}`}
      >
        {task && !isPhone ? (
          inspect(task, () => select(undefined))
        ) : (
          <RunSummary state={state} onSelect={select} openTab={openTab} />
        )}
      </aside>
      {isPhone && (
        <Drawer
          title={task?.spec.title ?? "Task"}
          open={task !== undefined}
          onOpenChange={(open) => open || select(undefined)}
        >
          {task && <div className="-mx-5 -mb-5">{inspect(task)}</div>}
        </Drawer>
      )}
    </section>
  );
}

/** The decisions that a person can make at a task now, or what was answered: several of its calls may ask. */
function gateOf(state: RunState, task: TaskState, select: (taskId: string | undefined) => void) {
  const gates = openGates(state).filter((one) => one.taskId === task.id);
  if (gates.length > 0) {
    const onOpenGate = (approvalId: string) => select(state.approvals[approvalId]?.taskId);
    return gates.map((gate) => (
      <div key={gate.approvalId} className="border-line border-b-8 last:border-b-0">
        <GatePanel state={state} gate={gate} titled={isAboutCall(gate.kind)} onOpenGate={onOpenGate} />
      </div>
    ));
  }
  const isHeld = task.status === "running" && task.heldUntil !== undefined && task.proposal !== undefined;
  if (isHeld) return <HeldReview key={task.id} state={state} task={task} titled={false} />;
  const answered = task.approvalId === undefined ? undefined : state.approvals[task.approvalId];
  return answered ? <ClosedNote state={state} gate={answered} /> : null;
}
