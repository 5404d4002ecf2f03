"use client";

import { type RefObject, useRef } from "react";
import { answerField } from "@/lib/core/describe/gates/answer-fields";
import { consequenceOf, verbHelp } from "@/lib/core/describe/gates/answers";
import { gateTitle } from "@/lib/core/describe/gates/headline";
import { describeRisk } from "@/lib/core/describe/gates/risk";
import { verbLabel } from "@/lib/core/describe/gates/words";
import type { Json, JsonObject } from "@/lib/core/json";
import { peopleNeeded } from "@/lib/core/run/controls/release/leave";
import { type GivenItem, hasRejected, type ShownList } from "@/lib/core/run/gates/items";
import { quotesCut } from "@/lib/core/run/gates/reading";
import { type Risk, riskOf } from "@/lib/core/run/gates/risk";
import {
  answerRow,
  type Consequence,
  type GateVerb,
  isApproving,
  needOf,
  verbOfKey,
  verbRow,
} from "@/lib/core/run/gates/table";
import type { ApprovalState, RunState } from "@/lib/core/run/state";
import { Button } from "../../ui/button";
import { Field, TextArea } from "../../ui/field";
import { FormFields } from "../../ui/form-fields";
import { RestoredNote } from "../../ui/restored-note";
import { hasRead, type ReadSoFar, UnreadNote } from "../context/unread";
import type { ApprovalContext } from "../context/use-approval-context";
import { useBegunFocus } from "../drafts/begun-answer";
import type { Draft } from "../drafts/kept-drafts";
import type { useDraft } from "../drafts/use-draft";
import { ForgoneNote } from "../lazy-forgone-note";
import { IN_SMALL_DOCK } from "../panel-places";
import { useIsSettling, useJustShown } from "../settling";
import { ArgumentsField, ModelSelect, QuestionField, RaiseField, ValueField } from "./answer-fields";
import { ConfirmStep } from "./confirm-step";
import { editableText, readEdited, readTypedValue } from "./edited-value";
import { raiseOf, readRaise } from "./raise";
import { RefusalNote } from "./refusal-note";
import { contradiction, markLabel, readItems, stepFor } from "./steps";
import type { DecisionMutation } from "./use-decision";
import { useDecisionKeys } from "./use-decision-keys";
import { useArguments, useGateForm } from "./use-schema-fields";
import { VerbBar } from "./verb-bar";

type GateAnswerProps = {
  state: RunState;
  gate: ApprovalState;
  /** The shown value in full; undefined until it is there. */
  shown: Json | undefined;
  /** The list in it whose items are judged one by one above. */
  list?: ShownList | undefined;
  /** What may be asked in place of a model that cannot be reached. */
  models: ApprovalContext["models"] | undefined;
  /** What the tool of a call takes; undefined for gates about anything else. */
  schema?: JsonObject | undefined;
  /** What rejecting leads to by the plan and the run. */
  rejecting?: string | undefined;
  mutation: DecisionMutation;
  draftState: ReturnType<typeof useDraft>;
  /** The element whose keys work the verbs. */
  pane: RefObject<HTMLElement | null>;
  /** How often an answer was begun elsewhere on the page. */
  begun?: number;
  /** How many comments on the plan are open is not known: nothing lets it pass until then. */
  awaitsComments?: boolean;
  /** Nothing is let pass before all of it is drawn, and nothing with a risk before all of it was in view. */
  reading: ReadSoFar;
};

/** The comment, the verbs that the gate allows and no others, and what each of them still asks for. */
export function GateAnswer(props: GateAnswerProps) {
  const {
    state,
    gate,
    shown,
    list,
    models,
    schema,
    rejecting,
    mutation,
    draftState,
    pane,
    begun = 0,
    awaitsComments = false,
    reading,
  } = props;
  const { draft, restored, change, clear } = draftState;
  const { refusal, send } = mutation;
  const commentArea = useRef<HTMLTextAreaElement>(null);
  const fields = useRef<HTMLDivElement>(null);
  useBegunFocus(begun, commentArea);
  const { verb: open, comment, armed = false } = draft;
  const form = useGateForm(state, gate, shown, draftState);
  const callArgs = useArguments(schema, shown, draftState);
  const value =
    draft.value ??
    (open !== undefined && isEdit(answerRow(gate.kind, open)?.leadsTo) && shown !== undefined
      ? editableText(shown)
      : "");

  const raise = raiseOf(state, gate);
  const newLimit = draft.value ?? raise?.suggested ?? "";

  const { requiresReason = false } = gate;
  const asData = gate.pause?.reason === "external_event";
  const leadsTo = (verb: GateVerb) => answerRow(gate.kind, verb)?.leadsTo;
  /** A tool asks: its answer stands above the verbs from the start, as that of a form does. */
  const asks = gate.verbs.some((verb) => leadsTo(verb) === "answer_call");
  const isQuestion = (verb: GateVerb) =>
    leadsTo(verb) === "answer_call" || (leadsTo(verb) === "pass_given" && form !== undefined);
  const wordsOf = (verb: GateVerb) => answerField(gate.kind, verb, { asData, requiresReason });
  const valueFor = (verb: GateVerb) => {
    const missing = { problem: wordsOf(verb).missing };
    switch (leadsTo(verb)) {
      case "raise_limit":
        return raise ? readRaise(raise, newLimit) : {};
      case "answer_call":
      case "pass_given":
        if (form) return "value" in form.reading ? form.reading : { problem: "Complete the form first." };
        if (asData) return readTypedValue(value);
        return value.trim() ? { value } : missing;
      case "take_outcome":
        return readTypedValue(value);
      case "replace_model":
        return value ? { value } : missing;
      case "pass_edited":
      case "run_edited_call":
        if (callArgs && !draft.asJson) return callArgs.read();
        return shown === undefined ? { problem: "The value is still loading." } : readEdited(shown, value);
      default:
        return {};
    }
  };
  const isUnread = (verb: GateVerb) => {
    const isRisky = quotesCut(gate) || riskOf(state, gate, verb) !== undefined;
    return !hasRead(reading, gate.kind, verb, isRisky);
  };
  const isSettling = useIsSettling();
  const isJustArmed = useJustShown(armed ? open : undefined);
  const heldBy = (verb: GateVerb) => {
    if (isSettling) return "Another question stood here a moment ago.";
    return awaitsComments && isApproving(verb)
      ? "Approve once the open comments are counted."
      : isUnread(verb)
        ? `${verbLabel(verb, gate.kind)} once all of it was shown.`
        : undefined;
  };
  const { mark } = draft;
  const isMarkedReject = mark?.verdict === "reject";
  const marksOnItems = Object.values(draft.items ?? {});
  const secondStep = (verb: GateVerb): string | undefined =>
    contradiction(verb, { mark, marksOnItems, title: gateTitle(state, gate) }) ??
    textOf(riskOf(state, gate, verb));
  const choose = (verb: GateVerb) => {
    if (mutation.pendingVerb !== undefined || heldBy(verb) !== undefined || isJustArmed) return;
    const filled = isQuestion(verb);
    // Marks on items bind also before the list is there.
    if (!list && marksOnItems.length > 0 && !verbRow(verb).keepsOpen)
      return change({
        verb: undefined,
        armed: false,
        itemProblem: { problem: "The list is still loading." },
      });
    const judged = list && readItems(gate, verb, draft.items, list.items.length);
    if (judged && "problem" in judged) return change({ verb: undefined, armed: false, itemProblem: judged });
    const items = judged?.items;
    const byItems = hasRejected(items);
    const step = stepFor(verb, {
      // The reason of a rejection came with its mark.
      open: filled || (isMarkedReject && verb === "reject" && comment.trim() !== "") ? verb : open,
      armed,
      comment,
      requiresReason,
      byItems,
      isRisky: secondStep(verb) !== undefined,
    });
    if (step === "value") {
      const cleared = callArgs && { entries: undefined, tried: false };
      change({ verb, value: undefined, armed: false, ...cleared });
      // The fields of the verb, which stand first, come with its draft.
      requestAnimationFrame(() => fields.current?.querySelector<HTMLElement>(FIELDS)?.focus());
      return;
    }
    if (step === "comment" || step === "reason") {
      change({ verb, armed: false });
      return commentArea.current?.focus();
    }
    const given = byItems ? {} : valueFor(verb);
    if ("problem" in given) return filled || callArgs ? change({ tried: true }) : undefined;
    if (step === "confirm") return change({ verb, armed: true });
    submit(verb, "value" in given ? (given.value as Json) : undefined, items);
  };
  const submit = (verb: GateVerb, given: Json | undefined, items?: GivenItem[]) => {
    if (heldBy(verb) !== undefined) return;
    // Why it was to be rejected is no comment on letting it pass.
    void send({
      verb,
      comment: isMarkedReject && isApproving(verb) && comment === mark.reason ? "" : comment,
      ...(given !== undefined && { value: given }),
      ...(items && { items }),
    }).then((taken) => {
      if (!taken) return;
      if (verbRow(verb).keepsOpen) return change({ comment: "", verb: undefined });
      clear();
      // A vote may leave the gate open: what was sent stands among the proposals.
      if (peopleNeeded(state, gate, verb) > 1) change(UNTYPED);
    });
  };
  const { pendingVerb } = mutation;
  const back = () => change({ verb: undefined, value: undefined, armed: false });
  const rejected = marksOnItems.filter(({ verdict }) => verdict === "reject");
  const left = rejected.length > 0 ? gate.verbs.filter((verb) => !PASSES_ALL.has(verb)) : gate.verbs;
  // What was marked comes first.
  const verbs = isMarkedReject
    ? [...left].sort((a, b) => Number(b === "reject") - Number(a === "reject"))
    : left;
  /** A second step is asked for: no letter takes it. */
  const isArmed = armed && open !== undefined && secondStep(open) !== undefined;
  useDecisionKeys(pane, {
    onLetter: (key) => {
      const verb = isArmed ? undefined : verbOfKey(key, { kind: gate.kind, verbs });
      return verb && (() => choose(verb));
    },
    submit: () => choose(open ?? verbs[0] ?? "approve"),
    back: open && back,
  });

  const words = open && wordsOf(open);
  const wantsWords = open !== undefined && needOf(open, gate) === "comment" && comment.trim() === "";
  const isEditing = open !== undefined && rejected.length === 0 && isEdit(leadsTo(open));
  /** Its value is typed into a field of its own. */
  const isTyped =
    open !== undefined && (leadsTo(open) === "take_outcome" || (leadsTo(open) === "pass_given" && !form));
  const contradicted = open && contradiction(open, { mark, marksOnItems, title: gateTitle(state, gate) });
  const risk = open && (secondStep(open) ?? verbHelp(open, gate, rejecting) ?? consequenceOf(state, gate));
  return (
    <div ref={fields} className="grid gap-3 bg-inherit px-4 pt-3">
      {isEditing && callArgs && (
        <ArgumentsField {...callArgs} asJson={draft.asJson ?? false} onToggle={callArgs.toggle} />
      )}
      {isEditing && words && shown !== undefined && (!callArgs || draft.asJson) && (
        <ValueField
          label={words.label}
          shown={shown}
          text={value}
          onChange={(text) => change({ value: text, armed: false })}
        />
      )}
      {asks && (
        <QuestionField
          options={gate.pause?.options ?? []}
          acceptsText={form === undefined}
          text={value}
          words={answerField(gate.kind, "respond", { asData })}
          pending={pendingVerb !== undefined || heldBy("respond") !== undefined}
          isMissing={draft.tried === true && value.trim() === ""}
          onChoose={(option) => submit("respond", option)}
          onChange={(text) => change({ value: text, armed: false })}
        />
      )}
      {form && <FormFields {...form} />}
      {raise && (
        <RaiseField
          raise={raise}
          text={newLimit}
          onChange={(text) => change({ value: text, armed: false })}
        />
      )}
      {isTyped && words && (
        <Field label={words.label} help={words.help}>
          {(wiring) => (
            <TextArea
              {...wiring}
              rows={4}
              value={value}
              onChange={(event) => change({ value: event.target.value, armed: false })}
            />
          )}
        </Field>
      )}
      {words && open !== undefined && leadsTo(open) === "replace_model" && (
        <ModelSelect
          label={words.label}
          models={models}
          chosen={value}
          onChange={(id) => change({ value: id, armed: false })}
        />
      )}
      <Field
        label={open !== undefined && words && namesWords(open) ? words.label : "Comment"}
        error={wantsWords ? words?.missing : undefined}
        // On a phone what is decided on needs the room: the field says itself what it is for, until words are asked for.
        className={open === undefined ? `max-sm:[&>label]:sr-only ${IN_SMALL_DOCK.untilFocused}` : ""}
      >
        {(wiring) => (
          <TextArea
            {...wiring}
            ref={commentArea}
            rows={2}
            className="max-sm:h-11"
            value={comment}
            placeholder="Comment, recorded with your decision"
            onChange={(event) =>
              change({
                comment: event.target.value,
                ...(isMarkedReject && { mark: { ...mark, reason: event.target.value } }),
              })
            }
          />
        )}
      </Field>
      {open === "request_changes" && <ForgoneNote state={state} />}
      {mark && (
        <p className="flex flex-wrap items-center justify-between gap-2 text-xs">
          <span>You marked this call {markLabel(mark)}.</span>
          <Button size="small" onClick={() => change({ mark: undefined, armed: false })}>
            Clear mark
          </Button>
        </p>
      )}
      {draft.itemProblem && (
        <p role="alert" className="text-bad text-xs">
          <span aria-hidden="true">✕ </span>
          {draft.itemProblem.problem}
        </p>
      )}
      {restored && <RestoredNote {...restored} />}
      <RefusalNote refusal={refusal} />
      {reading.next && gate.verbs.some(isUnread) && <UnreadNote way={reading.next} />}
      <div className={`sticky -mt-3 bg-inherit py-3 ${asks ? "bottom-(--panel-foot,0px)" : "bottom-0"}`}>
        {armed && open !== undefined && risk && heldBy(open) === undefined ? (
          <ConfirmStep
            risk={risk}
            confirmLabel={
              contradicted === undefined
                ? `Yes, ${verbLabel(open).toLowerCase()}`
                : `${verbLabel(open)} ${mark ? "it" : "all"} instead`
            }
            refuses={verbRow(open).refuses ?? false}
            pending={pendingVerb !== undefined}
            onConfirm={() => choose(open)}
            onBack={back}
          />
        ) : (
          <VerbBar
            gate={{ ...gate, verbs }}
            open={open !== undefined && isQuestion(open) ? undefined : open}
            answersInForm={asks || form !== undefined}
            {...(list && rejected.length > 0 && { left: list.items.length - rejected.length })}
            pendingVerb={pendingVerb}
            heldBy={heldBy}
            onChoose={choose}
            onBack={back}
          />
        )}
      </div>
    </div>
  );
}

const FIELDS = "input, select, textarea";

/** An answer that has still to be begun. */
const UNTYPED: Partial<Draft> = {
  comment: "",
  value: undefined,
  entries: undefined,
  tried: false,
  items: undefined,
  itemProblem: undefined,
  mark: undefined,
  verb: undefined,
  armed: false,
};

/** They let a list pass as a whole. */
const PASSES_ALL: ReadonlySet<GateVerb> = new Set(["approve", "respond"]);

const isEdit = (code: Consequence | undefined): boolean =>
  code === "pass_edited" || code === "run_edited_call";

const asksForReason = (verb: GateVerb): boolean => verbRow(verb).invitesReason === true;

/** Its words are more than a comment. */
const namesWords = (verb: GateVerb): boolean => asksForReason(verb) || verbRow(verb).keepsOpen === true;

const textOf = (risk: Risk | undefined): string | undefined => risk && describeRisk(risk);
