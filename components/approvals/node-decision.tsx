"use client";

import { useState } from "react";
import { gateTitle } from "@/lib/core/describe/gates/headline";
import { describeRisk } from "@/lib/core/describe/gates/risk";
import { verbLabel } from "@/lib/core/describe/gates/words";
import { getOwn } from "@/lib/core/own";
import { DECISIONS, type Decision } from "@/lib/core/plan/words";
import { callsTogether } from "@/lib/core/run/gates/of-task";
import { quotesCut, takesPanel, takesReading } from "@/lib/core/run/gates/reading";
import { decisionRisk, type Risk, riskOf } from "@/lib/core/run/gates/risk";
import { heldDigest } from "@/lib/core/run/gates/shown";
import { type ApprovalKind, answerRow, type GateVerb, verbRow } from "@/lib/core/run/gates/table";
import type { ApprovalState, RunState, TaskState } from "@/lib/core/run/state";
import { Button } from "../ui/button";
import { isLongShown } from "./context/value-display";
import { RefusalNote } from "./decide/refusal-note";
import type { DecisionTarget } from "./decide/send-decision";
import { useDecision, useJustReplaced } from "./decide/use-decision";
import { beginAnswer } from "./drafts/begun-answer";
import { useDraftedPlaces } from "./drafts/kept-drafts";

type NodeDecisionProps = {
  state: RunState;
  task: TaskState;
  /** Shows the whole decision: for answers that need words, and for looking closer. */
  onOpen(taskId: string): void;
};

/** The short answers to a gate or a held review, on the node that waits. */
export function NodeDecision({ state, task, onOpen }: NodeDecisionProps) {
  const gate = task.approvalId === undefined ? undefined : getOwn(state.approvals, task.approvalId);
  const open = () => onOpen(task.id);
  if (gate?.status === "open")
    return <GateOnNode key={gate.approvalId} state={state} gate={gate} open={open} />;
  return <HeldOnNode key={task.id} state={state} task={task} open={open} />;
}

type GateOnNodeProps = { state: RunState; gate: ApprovalState; open(): void };

function GateOnNode({ state, gate, open }: GateOnNodeProps) {
  const { approvalId, digest, taskId } = gate;
  return (
    <QuickActions
      target={{ kind: "gate", approvalId, digest }}
      draftKey={approvalId}
      draftOf={{ approvalId, runId: state.runId, taskId }}
      subject={gateTitle(state, gate)}
      {...quickAnswers(state, gate)}
      open={open}
    />
  );
}

/** An answer that takes one click, or two where it has a risk. */
type QuickAnswer = { verb: GateVerb; label: string; risk: Risk | undefined };
type Begun = Pick<QuickAnswer, "verb" | "label">;

/** The short answers to a gate, those that are only begun here, and what the button says that shows all of it. */
export function quickAnswers(
  state: RunState,
  gate: ApprovalState,
): Pick<QuickActionsProps, "answers" | "begins" | "openLabel"> {
  const { kind, taskId = "", verbs } = gate;
  const { length: together } = callsTogether(state, gate);
  // One press for one of them would pass over the others.
  if (together > 0) return { answers: [], begins: [], openLabel: `Decide ${together} calls` };
  const isLong = isLongShown(gate.shown) || quotesCut(gate);
  if (kind === "review_decision") {
    const decision = verbs.includes("approve") ? getOwn(state.tasks, taskId)?.proposal?.decision : undefined;
    if (!decision) return { answers: [], begins: DECISIONS.map(beginning), openLabel: "Decide" };
    const agree: QuickAnswer = { verb: "approve", label: decision, risk: riskOf(state, gate, "approve") };
    if (takesPanel(kind, "approve", agree.risk))
      return { answers: [], begins: DECISIONS.map(beginning), openLabel: "Decide" };
    return { answers: [agree], begins: othersThan(decision), openLabel: "Override" };
  }
  const answers = verbs
    .filter((verb) => takesOneClick(kind, verb))
    .map((verb) => ({ verb, label: verbLabel(verb, kind), risk: riskOf(state, gate, verb) }))
    // What does not fit on a node is read in the panel first.
    .filter(
      (answer) =>
        !takesPanel(kind, answer.verb, answer.risk) &&
        !(isLong && takesReading(kind, answer.verb, quotesCut(gate) || answer.risk !== undefined)),
    );
  const begins = verbs
    .filter((verb) => verbRow(verb).invitesReason)
    .map((verb) => ({ verb, label: verbLabel(verb, kind) }));
  return { answers, begins, openLabel: kind === "tool_input" ? "Answer" : "Open" };
}

const beginning = (decision: Decision): Begun => ({ verb: decision, label: decision });
const othersThan = (proposed: Decision): Begun[] =>
  DECISIONS.filter((one) => one !== proposed).map(beginning);

/** Answers that bring nothing, ask for no reason and do not end the run. */
const takesOneClick = (kind: ApprovalKind, verb: GateVerb): boolean =>
  verbRow(verb).needs === undefined &&
  !verbRow(verb).invitesReason &&
  verb !== "complete" &&
  answerRow(kind, verb)?.leadsTo !== "end_run";

function HeldOnNode({ state, task, open }: { state: RunState; task: TaskState; open(): void }) {
  const decision = task.proposal?.decision ?? "CONTINUE";
  const { runId, planVersion } = state;
  const risk = decisionRisk(state, task.id, decision);
  const isRead = !takesPanel("review_decision", decision, risk);
  return (
    <QuickActions
      target={{ kind: "held", runId, taskId: task.id, planVersion, digest: heldDigest(state, task) }}
      draftKey={`${runId}/${task.id}`}
      draftOf={{ runId, taskId: task.id }}
      subject={task.spec.title}
      answers={isRead ? [{ verb: decision, label: decision, risk }] : []}
      begins={isRead ? othersThan(decision) : DECISIONS.map(beginning)}
      open={open}
      openLabel="Override"
    />
  );
}

type QuickActionsProps = {
  target: DecisionTarget;
  draftKey: string;
  draftOf: Parameters<typeof useDraftedPlaces>[0][number];
  /** What is decided, for who hears the buttons without seeing where they stand. */
  subject: string;
  answers: readonly QuickAnswer[];
  /** Answers that ask for words: a press leads to the field for them. */
  begins: readonly Begun[];
  open(): void;
  openLabel: string;
};

type SecondStepProps = { risk: Risk; label: string; onConfirm(): void; onBack(): void };

/** What follows an answer with a risk, and whether it is meant. */
function SecondStep({ risk, label, onConfirm, onBack }: SecondStepProps) {
  return (
    <div className="grid gap-1.5">
      <p role="alert">{describeRisk(risk)}</p>
      <div className="flex gap-1.5">
        <Button size="small" variant="person" autoFocus onClick={onConfirm}>
          Yes, {label.toLowerCase()}
        </Button>
        <Button size="small" onClick={onBack}>
          Back
        </Button>
      </div>
    </div>
  );
}

/**
 * Buttons in a row; one with a risk asks a second time in its place. Where an answer was begun in the panel, none takes
 * its place: a verdict or a word would be passed over.
 */
function QuickActions({ target, draftKey, draftOf, subject, open, ...quick }: QuickActionsProps) {
  const isDrafted = useDraftedPlaces([draftOf]).has(0);
  const [answers, begins] = isDrafted ? [[], []] : [quick.answers, quick.begins];
  const areDecisions = begins.some(({ verb }) => DECISIONS.some((one) => one === verb));
  const { refusal, send, ...mutation } = useDecision(target);
  const asked = JSON.stringify(target);
  const [armedAt, setArmed] = useState<{ verb: GateVerb; asked: string }>();
  const justReplaced = useJustReplaced(asked);
  const sendVerb = (verb: GateVerb) => void send({ verb, comment: "" });
  const { pendingVerb } = mutation;
  // The second step is for what the first was for.
  const armed = answers.find(({ verb }) => verb === armedAt?.verb && asked === armedAt.asked);
  if (armed?.risk && pendingVerb === undefined) {
    return (
      <SecondStep
        risk={armed.risk}
        label={armed.label}
        onConfirm={() => sendVerb(armed.verb)}
        onBack={() => setArmed(undefined)}
      />
    );
  }
  return (
    <div className="grid gap-1.5">
      <fieldset className="flex flex-wrap gap-1.5 pt-0.5" aria-label={`Decide: ${subject}`}>
        {answers.map(({ verb, label, risk }, index) => (
          <Button
            key={verb}
            size="small"
            variant={index > 0 ? "plain" : target.kind === "held" ? "main" : "person"}
            disabled={justReplaced || pendingVerb !== undefined}
            onClick={() => (risk ? setArmed({ verb, asked }) : sendVerb(verb))}
          >
            {pendingVerb === verb ? "Sending…" : label}
          </Button>
        ))}
        {begins.map(({ verb, label }) => (
          <Button
            key={verb}
            size="small"
            className={areDecisions ? "graph-roomy" : ""}
            disabled={justReplaced || pendingVerb !== undefined}
            onClick={() => beginAnswer(draftKey, verb) || open()}
          >
            {label}
          </Button>
        ))}
        <Button
          size="small"
          className={areDecisions ? "graph-tight" : answers.length + begins.length > 1 ? "graph-roomy" : ""}
          onClick={open}
        >
          {isDrafted ? "Open to decide" : quick.openLabel}
        </Button>
      </fieldset>
      <RefusalNote refusal={refusal} />
    </div>
  );
}
