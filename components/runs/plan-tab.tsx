"use client";

import dynamic from "next/dynamic";
import { useMemo } from "react";
import type { RunEvent } from "@/lib/core/run/events";
import { isAboutCall } from "@/lib/core/run/gates/table";
import { openGates } from "@/lib/core/run/selectors";
import type { RunState, TaskState } from "@/lib/core/run/state";
import { ClosedNote, GatePanel, HeldReview } from "../approvals/lazy-panels";
import { renderNodeDecision } from "../approvals/node-decision";
import { UnsentWords } from "../approvals/unsent-words";
import type { PlanOverlay } from "../graph/facts";
import { RunGraph } from "../graph/run-graph";
import { Inspector } from "../inspector/inspector";
import { issuesByTask } from "../plans/critique/issues-by-task";
import { openFindings, useCritique } from "../plans/critique/use-critique";
import { Button } from "../ui/button";
import { Drawer } from "../ui/overlay/dialog";
import { useMedia } from "../ui/use-media";
import { RunSummary } from "./run-summary";
import type { SendCommand } from "./types";
import type { VersionPair } from "./use-run-address";

const TaskCommands = dynamic(() => import("../inspector/task-commands").then((room) => room.TaskCommands));

type OtherGatesProps = { state: RunState; taskId: string; onOpen(taskId: string | undefined): void };

type CompareNoteProps = { compared: VersionPair; ready: boolean; onStop(): void };

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
      <UnsentWords state={state} events={events} taskId={shown.id} />
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
  const issues = useMemo(() => issuesByTask([], openFindings(critique?.findings ?? [])), [critique]);
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
          issues={overlay ? undefined : issues}
          className="max-lg:h-[32rem] lg:min-h-0 lg:grow lg:rounded-none lg:border-0"
        />
      </div>
      <aside
        aria-label={task ? "Inspector" : "Run summary"}
        data-inspector
        className={`min-w-0 border-line bg-panel max-lg:border-y max-md:[--panel-foot:calc(3.5625rem+env(safe-area-inset-bottom))] max-md:[&_.sticky]:static lg:flex lg:flex-col lg:overflow-y-auto lg:border-l ${task ? "" : "max-lg:order-first"}`}
      >
        {task && !isPhone ? (
          inspect(task, () => select(undefined))
        ) : (
          <RunSummary state={state} events={events} onSelect={select} openTab={openTab} />
        )}
      </aside>
      {isPhone && (
        <Drawer
          title={task?.spec.title ?? "Task"}
          open={task !== undefined}
          onOpenChange={(open) => open || select(undefined)}
        >
          {task && (
            <div className="-mx-5 -mb-5 [--panel-foot:-1.25rem] [--panel-ground:var(--raised)]">
              {inspect(task)}
            </div>
          )}
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

/** Says that the canvas compares two versions, and how its marks are to be read. */
function CompareNote({ compared: { from, to }, ready, onStop }: CompareNoteProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-b bg-panel px-4 py-1.5 max-lg:mb-3 max-lg:rounded-lg max-lg:border">
      <p role="status">
        {ready ? (
          <>
            Plan v{from} <span aria-hidden="true">→</span>
            <span className="sr-only"> compared to </span> v{to}
            <span className="text-muted text-xs">
              : dashed = added, struck through = removed, amber = changed, lock = finished
            </span>
          </>
        ) : (
          `Plan v${from} and v${to} cannot be compared yet because one of them is not loaded.`
        )}
      </p>
      <Button size="small" onClick={onStop}>
        Stop comparing
      </Button>
    </div>
  );
}

/** Says that something else waits for a person while one looks at this task. */
function OtherGates({ state, taskId, onOpen }: OtherGatesProps) {
  const others = openGates(state).filter((gate) => gate.taskId !== taskId);
  const [first] = others;
  if (!first) return null;
  return (
    <button
      type="button"
      onClick={() => onOpen(first.taskId)}
      className="w-full border-line border-b bg-person-soft px-4 py-2 text-left font-medium text-person text-xs -outline-offset-2"
    >
      <span aria-hidden="true">◈ </span>
      {others.length === 1
        ? "Another question is waiting for you"
        : `${others.length} other questions are waiting for you`}
    </button>
  );
}
