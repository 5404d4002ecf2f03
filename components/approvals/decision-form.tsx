"use client";

import { type RefObject, useRef } from "react";
import { decisionRisk } from "@/lib/core/run/gate-risk";
import type { RunState } from "@/lib/core/run/state";
import { Button } from "../ui/button";
import { Field, TextArea } from "../ui/field";
import { ConfirmStep } from "./confirm-step";
import { DecisionChoices } from "./decision-choices";
import type { ApprovalContext } from "./grounds";
import { RefusalNote } from "./refusal-note";
import { needsReason, verbForDecision } from "./steps";
import { TailField } from "./tail-field";
import { tailPrefill } from "./tail-text";
import type { DecisionMutation } from "./use-decision";
import type { useDraft } from "./use-draft";
import { useVerbKeys } from "./use-verb-keys";

type DecisionFormProps = {
  state: RunState;
  taskId: string | undefined;
  /** What can be said here: the verbs of the gate, or the four decisions on a held review. */
  verbs: readonly string[];
  approvalContext: ApprovalContext | undefined;
  mutation: DecisionMutation;
  draftState: ReturnType<typeof useDraft>;
  pane: RefObject<HTMLElement | null>;
};

const DECISIONS = ["CONTINUE", "REPLAN", "COMPLETE", "ABORT"];

/** A review's decision by a person: one of four, with a reason where it differs from the proposal. */
export function DecisionForm({
  state,
  taskId,
  verbs,
  approvalContext,
  mutation,
  draftState,
  pane,
}: DecisionFormProps) {
  const { draft, change, clear } = draftState;
  const { pendingVerb, refusal, send } = mutation;
  const reason = useRef<HTMLTextAreaElement>(null);
  const proposed = taskId === undefined ? undefined : state.tasks[taskId]?.proposal?.decision;
  const chosen = draft.decision ?? proposed;
  const { comment, value = "", armed = false } = draft;
  const prefill = approvalContext && tailPrefill(approvalContext);
  const tail = draft.tail ?? prefill ?? "";
  const byReviewer = approvalContext !== undefined && approvalContext.tail !== null;
  const isEdited = chosen === "REPLAN" && draft.tail !== undefined && draft.tail !== prefill;
  const hasReason = chosen === undefined || !needsReason(proposed, chosen) || comment.trim() !== "";

  const submit = (confirmed: boolean) => {
    if (chosen === undefined || pendingVerb !== undefined) return;
    if (!hasReason) {
      change({ verb: "asked" });
      return reason.current?.focus();
    }
    if (decisionRisk(chosen) !== undefined && !confirmed) return change({ armed: true });
    const final = chosen === "COMPLETE" && value.trim() !== "" ? { value } : {};
    const verb = verbForDecision(verbs, proposed, chosen);
    void send({ verb, comment, ...final, ...(isEdited && { tail }) }).then((taken) => taken && clear());
  };
  const choose = (decision: string) => change({ decision, armed: false, verb: undefined });
  useVerbKeys(pane, {
    verbs: [],
    open: undefined,
    letters: false,
    choose: () => submit(armed),
    back: () => undefined,
  });

  const risk = chosen === undefined ? undefined : decisionRisk(chosen);
  return (
    <div className="grid gap-3">
      <DecisionChoices
        state={state}
        taskId={taskId}
        decisions={DECISIONS}
        proposed={proposed}
        chosen={chosen}
        onChoose={choose}
      />
      {chosen === "REPLAN" && approvalContext && (
        <TailField
          text={tail}
          isEdited={isEdited}
          fromReviewer={byReviewer}
          onChange={(text) => change({ tail: text })}
        />
      )}
      {chosen === "COMPLETE" && (
        <Field
          label="Final result (optional)"
          help="Left empty, the proposal's is used, else one is written from the results."
        >
          {(wiring) => (
            <TextArea
              {...wiring}
              rows={3}
              value={value}
              onChange={(event) => change({ value: event.target.value })}
            />
          )}
        </Field>
      )}
      <Field
        label={
          chosen !== undefined && needsReason(proposed, chosen)
            ? `Reason (needed: ${proposed} was proposed)`
            : "Comment"
        }
        error={!hasReason && draft.verb === "asked" ? `Say why you decide ${chosen} instead.` : undefined}
      >
        {(wiring) => (
          <TextArea
            {...wiring}
            ref={reason}
            rows={2}
            value={comment}
            onChange={(event) => change({ comment: event.target.value })}
          />
        )}
      </Field>
      <RefusalNote refusal={refusal} />
      {armed && risk !== undefined && chosen !== undefined ? (
        <ConfirmStep
          risk={risk}
          confirmLabel={`Yes, ${chosen}`}
          pending={pendingVerb !== undefined}
          onConfirm={() => submit(true)}
          onBack={() => change({ armed: false })}
        />
      ) : (
        <Button
          variant="person"
          disabled={chosen === undefined || pendingVerb !== undefined}
          onClick={() => submit(false)}
        >
          {pendingVerb !== undefined
            ? "Sending…"
            : chosen === undefined
              ? "Choose a decision"
              : `Decide ${chosen}`}
        </Button>
      )}
    </div>
  );
}
