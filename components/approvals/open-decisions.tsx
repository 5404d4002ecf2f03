"use client";

import type { ReactNode } from "react";
import { getOwn } from "@/lib/core/own";
import type { RunEvent } from "@/lib/core/run/events";
import { callsTogether } from "@/lib/core/run/gates/of-task";
import { isAboutCall } from "@/lib/core/run/gates/table";
import { openGates } from "@/lib/core/run/selectors";
import type { ApprovalState, RunState } from "@/lib/core/run/state";
import { useArrivalOrder } from "../ui/behavior/use-arrival-order";
import { DecisionDock } from "./decision-dock";
import { GatePanel, HeldReview } from "./lazy-panels";
import { STAYS_AT_ITS_END } from "./panel-places";
import { Settling, useSettling } from "./settling";
import { UnsentWords, useUnsentWords } from "./unsent-words";

type OpenDecisionsProps = {
  state: RunState;
  events: readonly RunEvent[];
  /** Of this task alone; of all where absent. */
  taskId?: string | undefined;
  inSheet?: boolean;
  /** Comments are read above it. */
  isBelowComments?: boolean;
  onSelect(taskId: string | undefined): void;
};

type Decision = { key: string; panel: ReactNode };

/** Everything that waits for a person or is about to be applied, in a dock of its own; nothing while there is nothing. */
export function OpenDecisions(props: OpenDecisionsProps) {
  const { state, events, taskId, inSheet = false, isBelowComments = false, onSelect } = props;
  const isShown = (id: string | undefined) => taskId === undefined || id === taskId;
  const isAlone = taskId === undefined;
  const onOpenGate = (approvalId: string) => onSelect(getOwn(state.approvals, approvalId)?.taskId);
  // Calls that wait together have one panel, that of the first.
  const isFirst = (gate: ApprovalState) => (callsTogether(state, gate)[0] ?? gate) === gate;
  const gates = openGates(state).filter((gate) => isShown(gate.taskId) && isFirst(gate));
  const held = Object.keys(state.held).flatMap((id) => (isShown(id) ? (getOwn(state.tasks, id) ?? []) : []));
  const asked = [
    ...gates.map((gate): Decision => {
      const titled = isAlone || isAboutCall(gate.kind);
      return {
        key: gate.approvalId,
        panel: <GatePanel state={state} gate={gate} titled={titled} onOpenGate={onOpenGate} />,
      };
    }),
    ...held.map((task): Decision => {
      return { key: `held ${task.id}`, panel: <HeldReview state={state} task={task} titled={isAlone} /> };
    }),
    ...useUnsentWords(state, taskId).map((unsent): Decision => {
      return {
        key: `unsent ${unsent.draftKey}`,
        panel: <UnsentWords state={state} events={events} unsent={unsent} />,
      };
    }),
  ];
  const decisions = useArrivalOrder(asked, ({ key }) => key);
  const isSettling = useSettling(decisions.map(({ key }) => key));
  if (decisions.length === 0) return null;
  return (
    <DecisionDock place={inSheet ? "sheet" : isBelowComments ? "comments" : isAlone ? "panel" : "inspector"}>
      {decisions.map(({ key, panel }, index) => (
        <div
          key={key}
          className={`flex shrink-0 flex-col border-line border-b-8 first:min-h-full only:grow last:border-b-0 ${index > 0 ? STAYS_AT_ITS_END : ""}`}
        >
          <Settling value={isSettling}>{panel}</Settling>
        </div>
      ))}
    </DecisionDock>
  );
}
