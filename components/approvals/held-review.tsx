"use client";

import { useId, useRef, useState } from "react";
import { durationText } from "@/lib/client/format";
import { useNow } from "@/lib/client/use-now";
import { decisionRisk } from "@/lib/core/run/gate-risk";
import type { RunState, TaskState } from "@/lib/core/run/state";
import { Button } from "../ui/button";
import { DecisionForm } from "./decision-form";
import { Evidence } from "./evidence";
import { ProposedTail } from "./gate-reasons";
import { MoneySoFar } from "./money-so-far";
import { PanelSection } from "./panel-section";
import { ProposalText } from "./proposal";
import { RefusalNote } from "./refusal-note";
import { useDecision } from "./use-decision";
import { useDraft } from "./use-draft";
import { useGrounds } from "./use-grounds";
import { useJustReplaced } from "./use-just-replaced";
import { Votes } from "./votes";

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
  const grounds = useGrounds({ runId, taskId: task.id, version: planVersion });
  const deciding = useDecision({ kind: "held", runId, taskId: task.id, planVersion });
  const drafting = useDraft(`${runId}/${task.id}`);
  const justReplaced = useJustReplaced(`${runId}/${task.id}`);
  const [otherwise, setOtherwise] = useState(drafting.draft.decision !== undefined);
  const { proposal, heldUntil } = task;
  if (!proposal || heldUntil === undefined) return null;
  const apply = () => void deciding.send({ verb: proposal.decision, comment: "" });
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
          <AppliesIn at={heldUntil} />
        </p>
        <h2 id={id} className={titled ? "font-semibold text-base" : "sr-only"}>
          <span aria-hidden="true">◆ </span>
          {task.spec.title}
        </h2>
      </div>
      <PanelSection title="Review proposes">
        <div className="grid gap-3">
          <ProposalText proposal={proposal} />
          {proposal.decision === "REPLAN" && <ProposedTail grounds={grounds} />}
          <Votes task={task} />
        </div>
      </PanelSection>
      <PanelSection title="Evidence">
        <Evidence state={state} taskId={task.id} shown={undefined} />
      </PanelSection>
      <PanelSection title="Money">
        <MoneySoFar cost={grounds?.cost} />
      </PanelSection>
      <div className="grid gap-3 border-line border-t px-4 py-3">
        {otherwise ? (
          <DecisionForm
            state={state}
            taskId={task.id}
            verbs={[]}
            grounds={grounds}
            deciding={deciding}
            drafting={drafting}
            pane={pane}
          />
        ) : (
          <>
            <RefusalNote refusal={deciding.refusal} />
            <div className="flex flex-wrap gap-2">
              {!twoSteps && (
                <Button
                  look="main"
                  className="grow"
                  disabled={justReplaced || deciding.sent !== undefined}
                  onClick={apply}
                >
                  {deciding.sent === undefined ? "Apply now" : "Applying…"}
                </Button>
              )}
              <Button className="grow" onClick={() => setOtherwise(true)}>
                {twoSteps ? "Decide now" : "Decide otherwise"}
              </Button>
            </div>
          </>
        )}
      </div>
    </section>
  );
}

function AppliesIn({ at }: { at: number }) {
  const now = useNow(true);
  if (now === undefined) return null;
  return <span>{at > now ? `applies by itself in ${durationText(at - now)}` : "is being applied…"}</span>;
}
