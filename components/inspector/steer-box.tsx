"use client";

import type { FormEvent } from "react";
import { byRoute, useAct } from "@/lib/client/mutation";
import { useIsHydrated } from "@/lib/client/use-is-hydrated";
import { COMMANDS } from "@/lib/core/run/command-table";
import type { RunState, TaskState } from "@/lib/core/run/state";
import { useKept } from "../ui/behavior/use-kept";
import { Button } from "../ui/button";
import { Field, TextArea } from "../ui/field";
import { Problem } from "../ui/problem";
import { ConfirmInHand, seenOf, useInHand, useTwoSteps } from "./in-hand";

type SteerBoxProps = {
  state: RunState;
  task: TaskState;
  /** What is typed is kept in this tab under it, until it is sent. */
  keptAs: string;
};

/** A message to the agent at work, which reads it before its next step, and those sent so far. */
export function SteerBox({ state, task, keptAs }: SteerBoxProps) {
  const [kept, setMessage] = useKept(keptAs, "");
  // The server, which drew it first, knows nothing of what this tab keeps.
  const message = useIsHydrated() ? kept : "";
  const { pending, problem, act } = useAct({ send: byRoute("POST /api/v1/runs/{id}/commands") });
  const busy = pending !== undefined;
  const sentMessages = task.steeringMessages?.filter(({ attempt }) => attempt === task.attempt) ?? [];
  const hand = useInHand({ state, task });
  const isBegun = message.trim() !== "";
  const sendMessage = async () => {
    if (!isBegun || busy) return;
    const asked = { id: state.runId, type: "steer" as const, taskId: task.id, message, ...seenOf(hand) };
    if (await act(asked)) setMessage("");
  };
  const steps = useTwoSteps(hand, sendMessage);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBegun) steps.first();
  };
  return (
    <form onSubmit={submit} className="grid gap-2">
      <Field label="Message the agent" help="The agent reads this before its next step.">
        {(wiring) => (
          <TextArea
            {...wiring}
            rows={2}
            maxLength={COMMANDS.steer.words.max}
            value={message}
            onChange={({ target }) => setMessage(target.value)}
          />
        )}
      </Field>
      {sentMessages.map(({ seq, message: words }) => (
        <p key={seq} className="text-muted text-xs">
          <span aria-hidden="true">◈ </span>Sent: {words}
        </p>
      ))}
      {isBegun && hand.shown}
      <Problem problem={problem} />
      {isBegun && hand.note}
      {isBegun && steps.isArmed ? (
        <ConfirmInHand hand={hand} label="Yes, send it" busy={busy} steps={steps} />
      ) : (
        <Button
          type="submit"
          size="small"
          className="justify-self-start"
          disabled={busy || (isBegun && hand.isUnread)}
        >
          {busy ? "Sending…" : "Send"}
        </Button>
      )}
    </form>
  );
}
