"use client";

import type { QueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { getOwn } from "@/lib/core/own";
import { isAboutWork } from "@/lib/core/run/gates/table";
import { openGates } from "@/lib/core/run/selectors";
import type { RunState, TaskState } from "@/lib/core/run/state";
import { Nothing } from "../ui/nothing";
import { PanelSkeleton } from "../ui/skeleton";
import { approvalContextQuery } from "./context/use-approval-context";

/** The forms of decisions, for pages where mostly nothing waits: their code comes with the first question. */
const loading = PanelSkeleton;
export const ClosedNote = dynamic(() => import("./closed-note").then((room) => room.ClosedNote), {
  loading: Nothing,
});
export const GatePanel = dynamic(() => import("./gate-panel").then((room) => room.GatePanel), { loading });
/** With the panel of the gate that it becomes when it is decided by hand: the room that its form has is kept for that. */
export const HeldReview = dynamic(
  async () => {
    void import("./gate-panel");
    return (await import("./held-review")).HeldReview;
  },
  { loading },
);
export const UnsentNote = dynamic(() => import("./unsent-note").then((room) => room.UnsentNote), {
  loading: Nothing,
});
const GateOnNode = dynamic(() => import("./gate-panel").then((room) => room.NodeDecision), { ssr: false });
const HeldOnNode = dynamic(() => import("./held-review").then((room) => room.NodeDecision), { ssr: false });

/** How many gates a page shows at first sight, at most; those below ask when they are drawn. */
const IN_SIGHT = 3;

/**
 * Reads what the open gates need that a run's page shows first, beside the code that asks for it, where no page began
 * with that: those of the selected task, else the ones that were asked first.
 */
export function warmGates(queries: QueryClient, state: RunState, taskId?: string): void {
  const isSelected = taskId !== undefined && getOwn(state.tasks, taskId) !== undefined;
  const open = openGates(state).filter((gate) => !isSelected || gate.taskId === taskId);
  if (open.length === 0) return;
  void import("./gate-panel");
  // What a gate about work shows may be drawn as Markdown.
  if (open.some(({ kind }) => isAboutWork(kind))) void import("../ui/quoted-markdown");
  for (const { approvalId, planVersion: version } of open.slice(0, IN_SIGHT))
    void queries.prefetchQuery(approvalContextQuery({ runId: state.runId, approvalId, version }));
}

/** `renderToolbar` of the graph: the short answers to an open gate or a held review, on the node that waits. */
export function renderNodeDecision(shown: { state: RunState; onOpen(taskId: string): void }) {
  const { approvals } = shown.state;
  return (task: TaskState): ReactNode => {
    const { approvalId = "", heldUntil, proposal } = task;
    if (getOwn(approvals, approvalId)?.status === "open") return <GateOnNode {...shown} task={task} />;
    return heldUntil !== undefined && proposal ? <HeldOnNode {...shown} task={task} /> : null;
  };
}
