"use client";

import { type ReactNode, type RefObject, useEffect, useId, useRef } from "react";
import { answerField, decisionReasonField, tailField } from "@/lib/core/describe/gates/answer-fields";
import { decisionHelp } from "@/lib/core/describe/gates/answers";
import { describeRisk } from "@/lib/core/describe/gates/risk";
import { supportNote } from "@/lib/core/describe/gates/votes";
import { verbLabel } from "@/lib/core/describe/gates/words";
import { getOwn } from "@/lib/core/own";
import { DECISIONS, type Decision } from "@/lib/core/plan/schema";
import { decisionRisk } from "@/lib/core/run/gates/risk";
import { type GateVerb, keyOfVerb, verbOfKey, verbRow } from "@/lib/core/run/gates/table";
import type { RunState } from "@/lib/core/run/state";
import { isFocusFree } from "../../ui/behavior/keep-focus";
import { actOf, keyOf, REVIEW_KEYS } from "../../ui/behavior/shortcuts";
import { takeFocus } from "../../ui/behavior/take-focus";
import { Button } from "../../ui/button";
import { CodeArea, Field, TextArea } from "../../ui/field";
import { KeyHint } from "../../ui/kbd";
import { LiveInput } from "../../ui/live";
import { RestoredNote } from "../../ui/restored-note";
import { tailPrefill } from "../context/changes/plan-text";
import { hasRead, type ReadSoFar, UnreadNote } from "../context/unread";
import type { ApprovalContext } from "../context/use-approval-context";
import { useBegunFocus } from "../drafts/begun-answer";
import type { useDraft } from "../drafts/use-draft";
import { ForgoneNote } from "../lazy-forgone-note";
import { STAYS_IN_SIGHT } from "../panel-places";
import { useIsSettling, useJustShown } from "../settling";
import { ConfirmStep } from "./confirm-step";
import { RefusalNote } from "./refusal-note";
import { needsReason, verbForDecision } from "./steps";
import type { DecisionMutation } from "./use-decision";
import { useDecisionKeys } from "./use-decision-keys";

type TailFieldProps = {
  text: string;
  /** The person changed it. */
  isEdited: boolean;
  /** It began as the reviewer's tail. */
  fromReviewer: boolean;
  onChange(text: string): void;
};

type DecisionChoicesProps = {
  state: RunState;
  taskId: string | undefined;
  decisions: readonly Decision[];
  proposed: Decision | undefined;
  chosen: Decision | undefined;
  onChoose(decision: Decision): void;
  /** Once it is decided, what each would lead to is no longer known. */
  isDecided?: boolean;
};

type DecisionFormProps = {
  state: RunState;
  taskId: string | undefined;
  /** What can be said here: the verbs of the gate, or the four decisions on a held review. */
  verbs: readonly GateVerb[];
  approvalContext: ApprovalContext | undefined;
  mutation: DecisionMutation;
  draftState: ReturnType<typeof useDraft>;
  pane: RefObject<HTMLElement | null>;
  /** The person has just asked for it, to override: it is shown from its beginning. */
  isAskedFor?: boolean;
  /** A person has taken the decision to themselves: what they may override is not chosen for them. */
  isByHand?: boolean;
  /** How often a decision was begun elsewhere on the page. */
  begun?: number;
  /** Nothing is let pass before all of it is drawn, and nothing with a risk before all of it was in view. */
  reading: ReadSoFar;
  /** What stays in sight beside the button. */
  foot?: ReactNode;
};

/** A review's decision by a person: one of four, with a reason where it differs from the proposal. */
export function DecisionForm({
  state,
  taskId,
  verbs,
  approvalContext,
  mutation,
  draftState,
  pane,
  isAskedFor = false,
  isByHand = isAskedFor,
  begun = 0,
  reading,
  foot,
}: DecisionFormProps) {
  const { draft, restored, change, clear } = draftState;
  const { pendingVerb, refusal, send } = mutation;
  const reason = useRef<HTMLTextAreaElement>(null);
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isAskedFor) return;
    showFromStart(fields.current);
    if (isFocusFree()) takeFocus(fields.current?.querySelector<HTMLElement>(CHOSEN_OR_FIRST) ?? null);
  }, [isAskedFor]);
  useBegunFocus(begun, reason);
  // The one who sends it again has read what changed.
  const inForce = refusal?.planVersion;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each version counts once.
  useEffect(() => {
    if (inForce !== undefined) change({ tailVersion: inForce });
  }, [inForce]);
  const proposed = taskId === undefined ? undefined : getOwn(state.tasks, taskId)?.proposal?.decision;
  const chosen = draft.decision ?? (isByHand ? undefined : proposed);
  const { comment, value = "", armed = false } = draft;
  const prefill = approvalContext && tailPrefill(approvalContext);
  const tail = draft.tail ?? prefill ?? "";
  const seenVersion = approvalContext?.planVersion;
  const byReviewer = approvalContext !== undefined && approvalContext.tail !== null;
  const takes = chosen && verbRow(chosen).takes;
  const isEdited = takes === "tail" && draft.tail !== undefined && draft.tail !== prefill;
  const hasReason = chosen === undefined || !needsReason(proposed, chosen) || comment.trim() !== "";

  const reasonField = decisionReasonField(proposed, chosen);

  const risk = chosen === undefined ? undefined : decisionRisk(state, taskId, chosen);
  const isSettling = useIsSettling();
  const isUnread = chosen !== undefined && !hasRead(reading, "review_decision", chosen, risk !== undefined);

  const isJustArmed = useJustShown(armed ? chosen : undefined);

  const submit = (confirmed: boolean) => {
    if (chosen === undefined || pendingVerb !== undefined || isUnread || isSettling || isJustArmed) return;
    if (!hasReason) {
      change({ tried: true });
      return reason.current?.focus();
    }
    if (risk !== undefined && !confirmed) return change({ armed: true });
    const final = takes === "result" && value.trim() !== "" ? { value } : {};
    const verb = verbForDecision(verbs, proposed, chosen);
    const written = isEdited ? { tail, tailVersion: draft.tailVersion } : {};
    void send({ verb, comment, ...final, ...written }).then((taken) => taken && clear());
  };
  const choose = (decision: Decision) => change({ decision, armed: false, tried: false });
  const isArmed = armed && risk !== undefined && !isUnread;
  useDecisionKeys(pane, {
    onLetter: (key) => {
      if (actOf(REVIEW_KEYS, { key }) === "override") return () => leadToOthers(fields.current);
      const takesProposal = verbOfKey(key, { kind: "review_decision", verbs }) === "approve";
      if (!takesProposal || proposed === undefined || isArmed) return;
      // Where another decision is chosen, the key comes back to the proposal first: it sends what is seen.
      return () => (chosen === proposed ? submit(false) : choose(proposed));
    },
    submit: () => submit(armed),
  });
  const agreeKey = verbs.includes("approve") ? keyOfVerb("review_decision", "approve") : undefined;

  return (
    <>
      <div ref={fields} className="mt-auto grid scroll-mt-16 gap-3 border-line border-t px-4 py-3">
        <DecisionChoices
          state={state}
          taskId={taskId}
          decisions={DECISIONS}
          proposed={proposed}
          chosen={chosen}
          onChoose={choose}
        />
        {takes === "tail" && approvalContext && (
          <TailField
            text={tail}
            isEdited={isEdited}
            fromReviewer={byReviewer}
            onChange={(text) =>
              change({ tail: text, tailVersion: (isEdited ? draft.tailVersion : undefined) ?? seenVersion })
            }
          />
        )}
        {takes === "result" && (
          <Field {...answerField("review_decision", "COMPLETE")}>
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
        <Field label={reasonField.label} error={!hasReason && draft.tried ? reasonField.missing : undefined}>
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
        {takes === "tail" && (isEdited || comment.trim() !== "") && <ForgoneNote state={state} />}
        {restored && <RestoredNote {...restored} />}
        <RefusalNote refusal={refusal} />
      </div>
      {/* Beside the fields, not in them: so that it stays in sight from the question on. */}
      <div className={`grid gap-2 border-line border-t bg-inherit px-4 py-3 ${STAYS_IN_SIGHT}`}>
        {isUnread && reading.next && <UnreadNote way={reading.next} />}
        {isArmed && chosen !== undefined ? (
          <ConfirmStep
            risk={describeRisk(risk)}
            confirmLabel={`Yes, ${verbLabel(chosen)}`}
            pending={pendingVerb !== undefined}
            disabled={isSettling}
            onConfirm={() => submit(true)}
            onBack={() => change({ armed: false })}
          />
        ) : (
          <Button
            variant="person"
            disabled={chosen === undefined || pendingVerb !== undefined || isUnread || isSettling}
            data-act={`Go to: Decide ${chosen ?? ""}`}
            data-act-focus=""
            aria-keyshortcuts={chosen === proposed ? agreeKey : undefined}
            onClick={() => submit(false)}
          >
            {pendingVerb !== undefined
              ? "Sending…"
              : chosen === undefined
                ? "Choose a decision"
                : `Decide ${chosen}`}
            {chosen !== undefined && chosen === proposed && <KeyHint keys={agreeKey} />}
          </Button>
        )}
        {foot}
      </div>
    </>
  );
}

const CHOSEN_OR_FIRST = "input[type=radio]:checked, fieldset:not(:has(:checked)) input[type=radio]";

/** Below the head, which stays in sight. It scrolls the dock alone: what is around it has no bar to be scrolled back by. */
function showFromStart(fields: HTMLElement | null): void {
  const room = fields?.closest("[data-dock] > *");
  if (!fields || !room) return;
  const { scrollMarginTop } = getComputedStyle(fields);
  const below = fields.getBoundingClientRect().top - room.getBoundingClientRect().top;
  room.scrollTop += below - Number.parseFloat(scrollMarginTop);
}

/** To the first decision that is not chosen: from there arrows and space choose. */
const leadToOthers = (fields: HTMLElement | null): void =>
  fields?.querySelector<HTMLElement>("input[type=radio]:not(:checked)")?.focus();

/** The four decisions, each with what it leads to; the proposed one says so. */
export function DecisionChoices(props: DecisionChoicesProps) {
  const { state, taskId, decisions, proposed, chosen, onChoose, isDecided = false } = props;
  const name = useId();
  const task = taskId === undefined ? undefined : getOwn(state.tasks, taskId);
  return (
    <fieldset
      className="grid gap-1.5"
      aria-keyshortcuts={isDecided ? undefined : keyOf(REVIEW_KEYS, "override")}
    >
      <legend className="mb-1 font-medium">
        {isDecided ? "Decision" : "Your decision "}
        {!isDecided && <KeyHint keys={keyOf(REVIEW_KEYS, "override")} />}
      </legend>
      {decisions.map((decision) => (
        <label
          key={decision}
          className="grid cursor-pointer grid-cols-[1.25rem_minmax(0,1fr)] gap-x-2 rounded-lg border border-line bg-panel px-3 py-2 has-checked:border-person has-checked:bg-person-soft has-focus-visible:outline-2 has-focus-visible:outline-run has-focus-visible:outline-offset-2"
        >
          <LiveInput
            type="radio"
            name={name}
            checked={decision === chosen}
            onChange={() => onChoose(decision)}
            aria-label={decision === proposed ? `${decision}, proposed` : decision}
            className="mt-1 size-4 accent-person outline-none"
          />
          <span className="flex flex-wrap items-baseline justify-between gap-x-2">
            <span className="font-semibold">{decision}</span>
            <span className="text-muted text-xs">{supportNote(task, decision, proposed)}</span>
          </span>
          {!isDecided && (
            <span className="col-start-2 text-muted text-xs">{decisionHelp(state, taskId, decision)}</span>
          )}
        </label>
      ))}
    </fieldset>
  );
}

/** An editor for what replaces the rest of the plan: plan text or JSON. */
function TailField({ text, isEdited, fromReviewer, onChange }: TailFieldProps) {
  return (
    <Field {...tailField({ isEdited, fromReviewer })}>
      {(wiring) => (
        <CodeArea {...wiring} rows={12} value={text} onChange={(event) => onChange(event.target.value)} />
      )}
    </Field>
  );
}
