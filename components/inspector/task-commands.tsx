"use client";

import { type FormEvent, type KeyboardEvent, useState } from "react";
import { byRoute, useAct } from "@/lib/client/mutation";
import { useIsHydrated } from "@/lib/client/use-is-hydrated";
import { COMMANDS } from "@/lib/core/run/command-table";
import { isShownFirst } from "@/lib/core/run/gates/in-hand";
import { canSteer, type InterventionType, interventionsFor } from "@/lib/core/run/interventions";
import type { RunState, TaskState } from "@/lib/core/run/state";
import type { TaskCommand } from "../runs/types";
import { useMissingRight } from "../shell/rights";
import { actOf, FORM_KEYS } from "../ui/behavior/shortcuts";
import { takeFocus } from "../ui/behavior/take-focus";
import { useArrivalOrder } from "../ui/behavior/use-arrival-order";
import { keep, readKept, useKept } from "../ui/behavior/use-kept";
import { Button } from "../ui/button";
import { CodeArea, Field, TextArea } from "../ui/field";
import { Problem } from "../ui/problem";
import { Section } from "../ui/section";
import { ConfirmInHand, NOTHING_IN_HAND, seenOf, useInHand, useTwoSteps } from "./in-hand";
import { SteerBox } from "./steer-box";
import { readSupplied } from "./supplied-value";

const COMMAND_LABELS: Record<InterventionType, { label: string; help: string; verb: string }> = {
  retry_task: {
    label: "Reason (optional)",
    help: "Starts a new attempt. Tasks blocked by it wait for it again.",
    verb: "Retry the task",
  },
  skip_task: {
    label: "Why skip it?",
    help: "Tasks that need its result cannot run.",
    verb: "Skip the task",
  },
  accept_result: {
    label: "Why accept it?",
    help: "The rejected output becomes the result, recorded with your name and this reason.",
    verb: "Accept the result",
  },
  supply_result: {
    label: "Source of the result",
    help: "Recorded as the result with your name and this reason. Any running attempt is stopped.",
    verb: "Supply the result",
  },
};

type TaskCommandFormProps = {
  type: InterventionType;
  state: RunState;
  task: TaskState;
  /** What is typed is kept in this tab under it, until it is sent or cancelled. */
  keptAs: string;
  onDone(): void;
};

const BUTTON_LABELS: Record<InterventionType, string> = {
  retry_task: "Retry",
  accept_result: "Accept result",
  supply_result: "Supply result",
  skip_task: "Skip",
};
const COMMAND_ORDER: readonly InterventionType[] = [
  "retry_task",
  "accept_result",
  "supply_result",
  "skip_task",
];

/** What a person can do to the task now, each with its reason, and what they typed for what cannot be done any more. */
export function TaskCommands({ state, task }: { state: RunState; task: TaskState }) {
  const [chosen, setChosen] = useState<InterventionType>();
  const allowed = interventionsFor(state, task);
  const missing = useMissingRight("operate");
  const noReview = useMissingRight("review");
  // Every command takes the right to operate; some, or some of a question, that to review as well.
  const whyNot = (type: InterventionType) => {
    const { right, onQuestion }: { right: string; onQuestion?: string } = COMMANDS[type];
    const isQuestion = task.spec.type === "planning_review" || task.spec.type === "human_review";
    return missing ?? (((isQuestion && onQuestion) || right) === "review" ? noReview : undefined);
  };
  // What becomes allowed while they are read moves none of them.
  const verbs = useArrivalOrder(
    COMMAND_ORDER.filter((type) => allowed.includes(type)),
    String,
  );
  const open = chosen !== undefined && verbs.includes(chosen) ? chosen : undefined;
  const keptAs = `command/${state.runId}/${task.id}`;
  const isSteerable = !missing && canSteer(state, task);
  // The server, which drew it first, knows nothing of what this tab keeps.
  const left = useIsHydrated() && (
    <LeftWords offered={isSteerable ? [...verbs, "steer"] : verbs} keptAs={keptAs} />
  );
  if (verbs.length === 0) return left;
  return (
    <Section title="Actions">
      {left}
      {isSteerable && <SteerBox state={state} task={task} keptAs={`${keptAs}/steer`} />}
      {open ? (
        <TaskCommandForm
          key={open}
          type={open}
          state={state}
          task={task}
          keptAs={`${keptAs}/${open}`}
          onDone={() => setChosen(undefined)}
        />
      ) : (
        <div data-acts className="flex flex-wrap gap-2">
          {verbs.map((type) => (
            <Button
              key={type}
              size="small"
              disabled={whyNot(type) !== undefined}
              title={whyNot(type)}
              onClick={() => setChosen(type)}
            >
              {BUTTON_LABELS[type]}
            </Button>
          ))}
          {verbs.some(whyNot) && <p className="w-full text-muted text-xs">{missing ?? noReview}</p>}
        </div>
      )}
    </Section>
  );
}

/** Where words are typed before they are sent. */
const TYPED = [...COMMAND_ORDER, "steer"] as const;
type Typed = (typeof TYPED)[number];

/** What was typed and not sent for what cannot be done any more, of all that is kept under the names of its commands. */
export function leftWords(offered: readonly Typed[], keptOf: (type: Typed) => unknown) {
  return TYPED.flatMap((type) => {
    const kept = offered.includes(type) ? undefined : keptOf(type);
    if (kept === undefined) return [];
    const typed = typeof kept === "string" ? [kept] : Object.values(kept as typeof NOTHING);
    const what = type === "steer" ? "message to the agent" : COMMAND_LABELS[type].verb.toLowerCase();
    return { type, title: `Not sent: ${what}`, words: typed.filter(Boolean).join("\n\n") };
  });
}

/** It can be copied, and then discarded. */
function LeftWords({ offered, keptAs }: { offered: readonly Typed[]; keptAs: string }) {
  const [, setDiscarded] = useState<Typed>();
  const discard = (type: Typed) => {
    keep(`${keptAs}/${type}`, undefined);
    setDiscarded(type);
  };
  return leftWords(offered, (type) => readKept(`${keptAs}/${type}`)).map(({ type, title, words }) => (
    <Section key={type} title={title}>
      <Field label="What you typed" help="This cannot be sent any more.">
        {(wiring) => <TextArea {...wiring} rows={2} readOnly value={words} />}
      </Field>
      <Button size="small" className="justify-self-start" onClick={() => discard(type)}>
        Discard
      </Button>
    </Section>
  ));
}

const NOTHING = { reason: "", value: "" };

/** The reason for a command, and the result that goes with it; Ctrl+Enter sends, Escape leaves and keeps it. */
export function TaskCommandForm({ type, state, task, keptAs, onDone }: TaskCommandFormProps) {
  const [entered, keep] = useKept(keptAs, NOTHING);
  const [submitted, setSubmitted] = useState(false);
  const { pending, problem, act } = useAct({ send: byRoute("POST /api/v1/runs/{id}/commands") });
  const busy = pending !== undefined;
  const { label, help, verb } = COMMAND_LABELS[type];
  const { command, problems } = readTaskCommand(type, task.id, entered);
  const close = () => {
    keep(NOTHING);
    onDone();
  };
  const shown = useInHand({ state, task });
  const hand = isShownFirst(state, task, type) ? shown : NOTHING_IN_HAND;
  const sendCommand = async () => {
    if (!command || busy) return;
    if (await act({ id: state.runId, ...command, ...seenOf(hand) })) close();
  };
  const steps = useTwoSteps(hand, sendCommand);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (command) steps.first();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (actOf(FORM_KEYS, event) === "close") {
      event.stopPropagation();
      onDone();
    }
  };
  return (
    <form onSubmit={submit} className="grid gap-2 rounded-lg border border-line p-3">
      {type === "supply_result" && (
        <Field
          label="Result"
          help="Plain text, or JSON if later tasks need data."
          error={submitted ? problems?.value : undefined}
        >
          {(wiring) => (
            <CodeArea
              {...wiring}
              ref={takeFocus}
              rows={4}
              value={entered.value}
              onChange={({ target }) => keep({ ...entered, value: target.value })}
              onKeyDown={onKeyDown}
            />
          )}
        </Field>
      )}
      <Field label={label} help={help} error={submitted ? problems?.reason : undefined}>
        {(wiring) => (
          <TextArea
            {...wiring}
            ref={type === "supply_result" ? undefined : takeFocus}
            rows={2}
            maxLength={1_000}
            value={entered.reason}
            onChange={({ target }) => keep({ ...entered, reason: target.value })}
            onKeyDown={onKeyDown}
          />
        )}
      </Field>
      {hand.shown}
      <Problem problem={problem} />
      {hand.note}
      {steps.isArmed && command ? (
        <ConfirmInHand hand={hand} label={`Yes, ${verb.toLowerCase()}`} busy={busy} steps={steps} />
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="main" size="small" disabled={busy || hand.isUnread}>
            {busy ? "Sending…" : verb}
          </Button>
          <Button size="small" onClick={close}>
            Cancel
          </Button>
        </div>
      )}
    </form>
  );
}

type ReadCommand =
  | { command: TaskCommand; problems?: never }
  | { command?: never; problems: { reason?: string; value?: string } };

/** What was entered as the command that it is, or what is wrong with which field. */
export function readTaskCommand(
  type: InterventionType,
  taskId: string,
  entered: { reason: string; value: string },
): ReadCommand {
  const reason = entered.reason.trim();
  if (type === "retry_task") return { command: { type, taskId, ...(reason !== "" && { reason }) } };
  const problems = reason === "" && { reason: "A reason is required. It is recorded with your name." };
  if (type !== "supply_result") return problems ? { problems } : { command: { type, taskId, reason } };
  const supplied = readSupplied(entered.value);
  if ("problem" in supplied) return { problems: { ...problems, value: supplied.problem } };
  return problems ? { problems } : { command: { type, taskId, value: supplied.value, reason } };
}
