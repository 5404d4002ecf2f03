"use client";

import { useId, useRef, useState } from "react";
import { useNow } from "@/lib/client/use-now";
import { formatDuration } from "@/lib/core/describe/amounts";
import { decisionRisk } from "@/lib/core/run/gates/risk";
import type { RunState, TaskState } from "@/lib/core/run/state";
import { Button } from "../ui/button";
import { Evidence } from "./context/evidence";
import { ProposedTail } from "./context/gate-context";
import { MoneySoFar } from "./context/money-so-far";
import { useApprovalContext } from "./context/use-approval-context";
import { ProposalText, Votes } from "./context/votes";
import { DecisionForm } from "./decide/lazy-decision-form";
import { RefusalNote } from "./decide/refusal-note";
import { useDecision, useJustReplaced } from "./decide/use-decision";
import { useDraft } from "./decide/use-draft";
import { PanelSection } from "./panel-section";

type HeldReviewProps = {
  state: RunState;
  task: TaskState;
  /** False where the surroundings name the review already. */
  titled?: boolean;
};

/** A review whose decision is held: what it proposes and why, how long it waits, and a person's say in it. */
export function HeldReview({ state, task, titled = true }: HeldReviewProps) {
  const id = useId();
  const pane = useRef<HTMLElement>(null);
  const { runId, planVersion } = state;
  const approvalContext = useApprovalContext({ runId, taskId: task.id, version: planVersion });
  const mutation = useDecision({ kind: "held", runId, taskId: task.id, planVersion });
  const draftState = useDraft(`${runId}/${task.id}`);
  const justReplaced = useJustReplaced(`${runId}/${task.id}`);
  const [isOverriding, setOverriding] = useState(draftState.draft.decision !== undefined);
  const { proposal, heldUntil } = task;
  if (!proposal || heldUntil === undefined) return null;
  const apply = () => void mutation.send({ verb: proposal.decision, comment: "" });
  const twoSteps = decisionRisk(proposal.decision) !== undefined;
  return (
    <section
      ref={pane}
      tabIndex={-1}
      aria-labelledby={id}
      data-held={task.id}
      className="bg-[var(--panel-ground,var(--panel))] outline-none"
    >
      <div className="grid gap-0.5 px-4 py-3">
        <p className="flex flex-wrap justify-between gap-x-3 text-muted text-xs">
          <span>Held decision · plan v{planVersion}</span>
          <HoldCountdown at={heldUntil} />
        </p>
        <h2 id={id} className={titled ? "font-semibold text-base" : "sr-only"}>
          <span aria-hidden="true">◆ </span>
          {task.spec.title}
        </h2>
      </div>
      <PanelSection title="Review proposal">
        <div className="grid gap-3">
          <ProposalText proposal={proposal} />
          {proposal.decision === "REPLAN" && <ProposedTail approvalContext={approvalContext} />}
          <Votes task={task} />
        </div>
      </PanelSection>
      <PanelSection title="Evidence">
        <Evidence state={state} taskId={task.id} shown={undefined} />
      </PanelSection>
      <PanelSection title="Cost">
        <MoneySoFar cost={approvalContext?.cost} />
      </PanelSection>
      <div className="grid gap-3 border-line border-t px-4 py-3">
        {isOverriding ? (
          <DecisionForm
            state={state}
            taskId={task.id}
            verbs={[]}
            approvalContext={approvalContext}
            mutation={mutation}
            draftState={draftState}
            pane={pane}
          />
        ) : (
          <>
            <RefusalNote refusal={mutation.refusal} />
            <div className="flex flex-wrap gap-2">
              {!twoSteps && (
                <Button
                  variant="main"
                  className="grow"
                  disabled={justReplaced || mutation.pendingVerb !== undefined}
                  onClick={apply}
                >
                  {mutation.pendingVerb === undefined ? "Apply now" : "Applying…"}
                </Button>
              )}
              <Button className="grow" onClick={() => setOverriding(true)}>
                {twoSteps ? "Decide now" : "Decide otherwise"}
              </Button>
            </div>
          </>
        )}
      </div>
    </section>
  );
}

function HoldCountdown({ at }: { at: number }) {
  const now = useNow(true);
  if (now === undefined) return null;
  return <span>{at > now ? `Applies automatically in ${formatDuration(at - now)}` : "Applying…"}</span>;
}
