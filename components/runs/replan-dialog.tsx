"use client";

import { useState } from "react";
import { type DiffLine, diffLines } from "@/lib/core/describe/plans/plan-diff";
import { MAX_REASON_CHARS } from "@/lib/core/inputs/limits";
import { diffPlans } from "@/lib/core/plan/compare/diff";
import type { RunEvent } from "@/lib/core/run/events";
import { planVersionsOf } from "@/lib/core/run/events/plan-versions";
import type { RunState } from "@/lib/core/run/state";
import { ForgoneNote } from "../approvals/lazy-forgone-note";
import { Button } from "../ui/button";
import { Field, TextArea } from "../ui/field";
import { Dialog } from "../ui/overlay/dialog";
import { DialogForm } from "../ui/overlay/dialog-form";
import type { RunCommands } from "./use-run-commands";

type ReplanDialogProps = {
  state: RunState;
  events: readonly RunEvent[];
  commands: RunCommands;
  /** Kept by the caller, so that closing the dialog loses nothing. */
  instruction: string;
  onInstruction(instruction: string): void;
  onClose(): void;
};

/** Asks for a new tail of the plan, in the person's own words, on top of the version that they read. */
export function ReplanDialog(props: ReplanDialogProps) {
  const { state, events, commands, instruction, onInstruction, onClose } = props;
  const [baseVersion, setBaseVersion] = useState(state.planVersion);
  const { pending, problem, send, clearProblem } = commands;
  const submit = async () => {
    const taken = await send({ type: "request_replan", instruction, expectedPlanVersion: baseVersion });
    if (!taken) return;
    onInstruction("");
    onClose();
  };
  return (
    <Dialog
      title="Replan the rest of the run"
      description="Running tasks finish, completed work is kept, and the rest is replanned with your instructions."
      open
      onOpenChange={(open) => open || onClose()}
    >
      <DialogForm
        closesFreely
        onSend={submit}
        action={pending === "request_replan" ? "Requesting…" : "Replan"}
        isBusy={pending !== undefined}
        problem={problem}
        hindrance={
          state.planVersion === baseVersion ? undefined : "Read what changed, then replan on that version."
        }
        className="grid gap-3"
      >
        <Field label="Instructions" help={`Based on plan version ${baseVersion}.`}>
          {(wiring) => (
            <TextArea
              {...wiring}
              rows={4}
              required
              maxLength={MAX_REASON_CHARS}
              value={instruction}
              onChange={(event) => onInstruction(event.target.value)}
            />
          )}
        </Field>
        <ForgoneNote state={state} />
        {state.planVersion !== baseVersion && (
          <PlanMoved
            events={events}
            from={baseVersion}
            to={state.planVersion}
            onAccept={() => {
              setBaseVersion(state.planVersion);
              clearProblem();
            }}
          />
        )}
      </DialogForm>
    </Dialog>
  );
}

type PlanMovedProps = { events: readonly RunEvent[]; from: number; to: number; onAccept(): void };

/** The plan changed while the person wrote: what is different, before their words are used on it. */
function PlanMoved({ events, from, to, onAccept }: PlanMovedProps) {
  return (
    <div role="alert" className="grid gap-1.5 rounded-lg border border-amber px-3 py-2">
      <p className="font-medium text-amber">
        <span aria-hidden="true">~ </span>The plan changed while you were writing, from version {from} to
        version {to}.
      </p>
      <ul className="grid gap-0.5 text-xs">
        {changesBetween(events, from, to).map(({ sign, text }) => (
          <li key={`${sign} ${text}`} className="line-clamp-3">
            {sign} {text}
          </li>
        ))}
      </ul>
      <Button size="small" className="justify-self-start" onClick={onAccept}>
        Apply to version {to}
      </Button>
    </div>
  );
}

function changesBetween(events: readonly RunEvent[], from: number, to: number): DiffLine[] {
  const versions = planVersionsOf(events);
  const before = versions.find(({ version }) => version === from);
  const after = versions.find(({ version }) => version === to);
  return before && after ? diffLines(diffPlans(before.plan, after.plan)) : [];
}
