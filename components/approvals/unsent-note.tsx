"use client";

import { useState } from "react";
import { useAct } from "@/lib/client/mutation";
import { holdEndText } from "@/lib/core/describe/gates/holds";
import type { EventOf, RunEvent } from "@/lib/core/run/events";
import type { ApprovalState, RunState, TaskState } from "@/lib/core/run/state";
import { ForkButton } from "../forks/fork-button";
import { Button } from "../ui/button";
import { Field, TextArea } from "../ui/field";
import { Problem } from "../ui/problem";
import { ClosedAnswer } from "./closed-note";
import { sendRunCommand } from "./decide/send-decision";
import type { Draft } from "./drafts/kept-drafts";
import { PanelSection } from "./panel-section";

/** A draft of a decision that was closed under it. */
export type Unsent = { draftKey: string; draft: Draft; task?: TaskState | undefined; gate?: ApprovalState };

type UnsentNoteProps = Unsent & {
  state: RunState;
  events: readonly RunEvent[];
  /** How the gate was closed stands above. */
  isBelowGate?: boolean;
  onDiscard(): void;
};

/** What was typed, what has happened since, and what is still possible. */
export function UnsentNote({ state, events, draft, task, gate, isBelowGate, onDiscard }: UnsentNoteProps) {
  const reasons = Object.values(draft.items ?? {}).map(({ reason }) => reason);
  const typed = [...new Set([draft.comment, draft.mark?.reason, draft.value, draft.tail, ...reasons])]
    .filter((text) => text?.trim())
    .join("\n\n");
  const [words, setWords] = useState(typed);
  const replan = useAct({ send: sendRunCommand });
  const askedSeq = events.findLast((event) => isQuestion(event, task, gate))?.seq;
  const canReplan = state.phase === "executing" && !state.replan && !state.replanWanted;
  const send = async () => {
    const asked = { id: state.runId, type: "request_replan" as const, instruction: words };
    if (await replan.act(asked)) onDiscard();
  };
  return (
    <div data-unsent>
      <PanelSection title={`Not sent: ${task?.spec.title ?? "your answer"}`}>
        <div className="grid gap-3">
          {gate ? (
            !isBelowGate && (
              <div className="grid gap-1">
                <ClosedAnswer state={state} gate={gate} />
              </div>
            )
          ) : (
            <p className="text-amber">
              <span aria-hidden="true">◆ </span>
              {holdEndText(events.findLast((event) => isDecisionOn(event, task)))}
            </p>
          )}
          <Field label="What you typed">
            {(wiring) => (
              <TextArea
                {...wiring}
                rows={4}
                value={words}
                onChange={(event) => setWords(event.target.value)}
              />
            )}
          </Field>
          <div className="flex flex-wrap gap-2">
            {canReplan && (
              <Button
                disabled={replan.pending !== undefined || words.trim() === ""}
                onClick={() => void send()}
              >
                Replan with this
              </Button>
            )}
            <Button onClick={onDiscard}>Discard</Button>
          </div>
          <Problem problem={replan.problem} />
          {askedSeq !== undefined && (
            <ForkButton
              runId={state.runId}
              place={{ fromSeq: askedSeq }}
              label="Fork from before the decision"
            />
          )}
        </div>
      </PanelSection>
    </div>
  );
}

const isDecisionOn = (event: RunEvent, task: TaskState | undefined): event is EventOf<"review_decided"> =>
  event.type === "review_decided" && event.payload.taskId === task?.id;

/** The event with which the decision was asked for. */
const isQuestion = (
  event: RunEvent,
  task: TaskState | undefined,
  gate: ApprovalState | undefined,
): boolean =>
  gate
    ? event.type === "approval_opened" && event.payload.approvalId === gate.approvalId
    : event.type === "review_proposed" && event.payload.taskId === task?.id;
