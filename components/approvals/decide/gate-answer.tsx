"use client";

import { type RefObject, useRef } from "react";
import { consequenceOf, describeRisk, verbHelp } from "@/lib/core/describe/gate-answers";
import { sendLabel, verbLabel } from "@/lib/core/describe/gates";
import type { Json, JsonObject } from "@/lib/core/json";
import { type Risk, riskOf, type ToolSideEffects } from "@/lib/core/run/gates/risk";
import { type GateVerb, verbRow } from "@/lib/core/run/gates/table";
import type { ApprovalState, RunState } from "@/lib/core/run/state";
import { Button } from "../../ui/button";
import { Field, TextArea } from "../../ui/field";
import type { ApprovalContext } from "../context/use-approval-context";
import { ArgumentsField, ModelSelect, QuestionField, RaiseField, ValueField } from "./answer-fields";
import { ConfirmStep } from "./confirm-step";
import { editableText, readEdited, readTypedValue } from "./edited-value";
import { FormFields } from "./form-fields";
import { raiseOf, readRaise } from "./raise";
import { RefusalNote } from "./refusal-note";
import { stepFor } from "./steps";
import type { DecisionMutation } from "./use-decision";
import type { useDraft } from "./use-draft";
import { useArguments, useGateForm } from "./use-schema-fields";
import { useVerbKeys } from "./use-verb-keys";

type VerbBarProps = {
  gate: ApprovalState;
  /** The verb whose editor is open: it is sent or left before another is chosen. */
  open: GateVerb | undefined;
  /** The answer is a form that stands above: it is sent at once. */
  answersInForm?: boolean;
  pendingVerb: GateVerb | undefined;
  onChoose(verb: GateVerb): void;
  onBack(): void;
};

type GateAnswerProps = {
  state: RunState;
  gate: ApprovalState;
  /** The shown value in full; undefined until it is there. */
  shown: Json | undefined;
  effects: ToolSideEffects;
  /** What may be asked in place of a model that cannot be reached. */
  models: ApprovalContext["models"] | undefined;
  /** What the tool of a call takes; undefined for gates about anything else. */
  schema?: JsonObject | undefined;
  mutation: DecisionMutation;
  draftState: ReturnType<typeof useDraft>;
  /** The element whose keys work the verbs. */
  pane: RefObject<HTMLElement | null>;
};

/** The comment, the verbs that the gate allows and no others, and what each of them still asks for. */
export function GateAnswer(props: GateAnswerProps) {
  const { state, gate, shown, effects, models, schema, mutation, draftState, pane } = props;
  const { draft, change, clear } = draftState;
  const { pendingVerb, refusal, send } = mutation;
  const commentArea = useRef<HTMLTextAreaElement>(null);
  const { verb: open, comment, armed = false } = draft;
  const form = useGateForm(state, gate, shown, draftState);
  const callArgs = useArguments(schema, shown, draftState);
  const value = draft.value ?? (open === "edit" && shown !== undefined ? editableText(shown) : "");

  const raise = raiseOf(state, gate);
  const newLimit = draft.value ?? raise?.suggested ?? "";

  const asks = gate.kind === "tool_input";
  const asData = gate.pause?.reason === "external_event";
  const isQuestion = (verb: GateVerb) => verb === "respond" && (asks || form !== undefined);
  const valueFor = (verb: GateVerb) => {
    if (verb === "raise") return raise ? readRaise(raise, newLimit) : {};
    if (verb === "respond" && form) {
      return "value" in form.reading ? form.reading : { problem: "Complete the form first." };
    }
    if (verb === "respond" && asData) return readTypedValue(value);
    if (verb === "respond") return value.trim() ? { value } : { problem: "Enter an answer." };
    if (verb === "happened") return readTypedValue(value);
    if (verb === "other") return value ? { value } : { problem: "Choose a model." };
    if (verb !== "edit") return {};
    if (callArgs && !draft.asJson) return callArgs.read();
    return shown === undefined ? { problem: "The value is still loading." } : readEdited(shown, value);
  };
  const choose = (verb: GateVerb) => {
    if (pendingVerb !== undefined) return;
    const risk = riskOf({ state, gate, effects }, verb);
    const filled = isQuestion(verb);
    const step = stepFor(verb, { open: filled ? verb : open, armed, comment, isRisky: risk !== undefined });
    if (step === "value") {
      const cleared = callArgs && { entries: undefined, tried: false };
      return change({ verb, value: undefined, armed: false, ...cleared });
    }
    if (step === "comment") {
      change({ verb });
      return commentArea.current?.focus();
    }
    const given = valueFor(verb);
    if ("problem" in given) return filled || callArgs ? change({ tried: true }) : undefined;
    if (step === "confirm") return change({ verb, armed: true });
    submit(verb, "value" in given ? (given.value as Json) : undefined);
  };
  const submit = (verb: GateVerb, given: Json | undefined) =>
    void send({ verb, comment, ...(given !== undefined && { value: given }) }).then(
      (taken) => taken && clear(),
    );
  const back = () => change({ verb: undefined, value: undefined, armed: false });
  useVerbKeys(pane, { verbs: gate.verbs, open, letters: !armed, choose, back });

  const wantsWords = open === "request_changes" && comment.trim() === "";
  const risk =
    open &&
    (textOf(riskOf({ state, gate, effects }, open)) ?? verbHelp(open, gate) ?? consequenceOf(state, gate));
  return (
    <div className="grid gap-3">
      {open === "edit" && callArgs && (
        <ArgumentsField {...callArgs} asJson={draft.asJson ?? false} onToggle={callArgs.toggle} />
      )}
      {open === "edit" && shown !== undefined && (!callArgs || draft.asJson) && (
        <ValueField
          label={gate.kind === "tool_approval" ? "Arguments" : "Edited value"}
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
          acceptsJson={asData}
          pending={pendingVerb !== undefined}
          problem={draft.tried && value.trim() === "" ? "Enter an answer." : undefined}
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
      {((open === "respond" && !form && !asks) || open === "happened") && (
        <Field
          label={open === "happened" ? "Tool output" : "Your answer"}
          help={open === "happened" ? "JSON or plain text." : "This becomes the task’s result."}
        >
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
      {open === "other" && (
        <ModelSelect models={models} chosen={value} onChange={(id) => change({ value: id, armed: false })} />
      )}
      <Field label="Comment" error={wantsWords ? "Describe what should change." : undefined}>
        {(wiring) => (
          <TextArea
            {...wiring}
            ref={commentArea}
            rows={2}
            value={comment}
            placeholder="Recorded with your decision"
            onChange={(event) => change({ comment: event.target.value })}
          />
        )}
      </Field>
      <RefusalNote refusal={refusal} />
      {armed && open !== undefined && risk ? (
        <ConfirmStep
          risk={risk}
          confirmLabel={`Yes, ${verbLabel(open).toLowerCase()}`}
          pending={pendingVerb !== undefined}
          onConfirm={() => choose(open)}
          onBack={back}
        />
      ) : (
        <VerbBar
          gate={gate}
          open={open !== undefined && isQuestion(open) ? undefined : open}
          answersInForm={asks || form !== undefined}
          pendingVerb={pendingVerb}
          onChoose={choose}
          onBack={back}
        />
      )}
    </div>
  );
}

const textOf = (risk: Risk | undefined): string | undefined => risk && describeRisk(risk);

/** The verbs of a gate, the first one foremost; while an editor is open, its own two. */
function VerbBar({ gate, open, answersInForm = false, pendingVerb, onChoose, onBack }: VerbBarProps) {
  const { kind, verbs } = gate;
  const pending = pendingVerb !== undefined;
  const send = open && sendLabel(open);
  if (open !== undefined && send !== undefined) {
    return (
      <div className="flex flex-wrap gap-2">
        <Button variant="person" className="grow" disabled={pending} onClick={() => onChoose(open)}>
          {pending ? "Sending…" : send}
        </Button>
        <Button disabled={pending} onClick={onBack}>
          Back
        </Button>
      </div>
    );
  }
  return (
    <div className="flex flex-wrap gap-2">
      {verbs.map((verb, index) => (
        <Button
          key={verb}
          variant={index === 0 ? "person" : "plain"}
          className="grow whitespace-nowrap"
          disabled={pending}
          title={verbHelp(verb, gate)}
          onClick={() => onChoose(verb)}
        >
          {pendingVerb === verb
            ? "Sending…"
            : answersInForm && verb === "respond"
              ? sendLabel(verb)
              : verbLabel(verb, kind)}
          {verbRow(verb).key && (
            <span aria-hidden="true" className="font-mono font-normal text-xs max-md:hidden">
              {verbRow(verb).key}
            </span>
          )}
        </Button>
      ))}
    </div>
  );
}
