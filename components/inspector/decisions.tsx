"use client";

import { use } from "react";
import { StoppedClock } from "@/lib/client/run-clock";
import { gateTitle } from "@/lib/core/describe/gates/headline";
import { formatReasons } from "@/lib/core/describe/reason";
import type { RunEvent } from "@/lib/core/run/events";
import type { RunState, TaskState } from "@/lib/core/run/state";
import { ClosedNote } from "../approvals/closed-note";
import { ReviewDecision } from "../approvals/context/review-decision";
import { Mark } from "../runs/answer/mark";
import { EmptyState } from "../ui/empty-state";
import { Section } from "../ui/section";

type DecisionsProps = { state: RunState; task: TaskState; events: readonly RunEvent[] };

/** What was proposed, with its reasons, and beside it what was decided: by whom, when and why. */
export function Decisions({ state, task, events }: DecisionsProps) {
  const gates = Object.values(state.approvals)
    .filter(({ taskId }) => taskId === task.id)
    .sort((a, b) => a.openedSeq - b.openedSeq);
  // What people say of a decision afterwards is no part of a past moment.
  const isPast = use(StoppedClock) !== undefined;
  const problem = task.proposal || task.votes ? undefined : problemOf(task, events);
  const isDecided = task.spec.type === "planning_review" && (task.proposal || task.votes || task.result);
  if (!isDecided && problem === undefined && gates.length === 0) {
    return (
      <EmptyState title="No decisions yet">
        Review proposals and people’s decisions appear here side by side.
      </EmptyState>
    );
  }
  return (
    <>
      {isDecided && (
        <Section title="Review">
          <ReviewDecision state={state} task={task} log={events} />
          {task.status === "succeeded" && !isPast && (
            <div className="mt-3 border-line border-t pt-3">
              <Mark
                runId={state.runId}
                marked={{ kind: "decision", taskId: task.id, attempt: task.attempt }}
              />
            </div>
          )}
        </Section>
      )}
      {problem !== undefined && (
        <Section title="Proposal">
          <p className="text-bad">
            <span aria-hidden="true">✕ </span>No readable decision: {problem}
          </p>
        </Section>
      )}
      {gates.map((gate) => (
        <section key={gate.approvalId} className="border-line border-b last:border-b-0">
          <h3 className="line-clamp-2 px-4 pt-3 pb-1 font-semibold text-muted text-xs">
            {gateTitle(state, gate)}
          </h3>
          {gate.status === "open" ? (
            <p className="px-4 pb-3 text-person">
              <span aria-hidden="true">◈ </span>Waiting for an answer
            </p>
          ) : (
            <ClosedNote state={state} gate={gate} />
          )}
        </section>
      ))}
    </>
  );
}

/** Why no proposal could be read the last time one was asked for. */
function problemOf(task: TaskState, events: readonly RunEvent[]): string | undefined {
  const last = events.findLast(
    (event) => event.type === "review_proposed" && event.payload.taskId === task.id,
  );
  return last?.type === "review_proposed"
    ? formatReasons(last.payload.problem && [last.payload.problem])
    : undefined;
}
