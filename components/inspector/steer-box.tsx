"use client";

import { type FormEvent, useState } from "react";
import { MAX_STEER_CHARS } from "@/lib/core/run/decide/steer";
import type { TaskState } from "@/lib/core/run/state";
import { Button } from "../ui/button";
import { Field, TextArea } from "../ui/field";
import { Problem, type ProblemFacts } from "../ui/problem";
import type { SendTaskCommand } from "./task-order-form";

/** A word to the agent at work, which reads it before its next step, and what it was told so far. */
export function SteerBox({ task, send }: { task: TaskState; send: SendTaskCommand }) {
  const [message, setMessage] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ProblemFacts>();
  const sentMessages = task.steeringMessages?.filter(({ attempt }) => attempt === task.attempt) ?? [];
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (message.trim() === "") return;
    setBusy(true);
    const failure = await send({ type: "steer", taskId: task.id, message });
    setBusy(false);
    setProblem(failure);
    if (!failure) setMessage("");
  };
  return (
    <form onSubmit={submit} className="grid gap-2">
      <Field label="Tell the agent" help="It reads this before its next step.">
        {(wiring) => (
          <TextArea
            {...wiring}
            rows={2}
            maxLength={MAX_STEER_CHARS}
            value={message}
            onChange={({ target }) => setMessage(target.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.ctrlKey || event.metaKey))
                event.currentTarget.form?.requestSubmit();
            }}
          />
        )}
      </Field>
      {sentMessages.map(({ seq, message: words }) => (
        <p key={seq} className="text-muted text-xs">
          <span aria-hidden="true">◈ </span>Told: {words}
        </p>
      ))}
      <Problem problem={problem} />
      <Button type="submit" size="small" className="justify-self-start" disabled={busy}>
        {busy ? "Sending…" : "Tell it"}
      </Button>
    </form>
  );
}
