"use client";

import { type FormEvent, useState } from "react";
import { type DiffLine, diffLines } from "@/lib/core/plan/describe-diff";
import { diffPlans } from "@/lib/core/plan/diff";
import type { RunEvent } from "@/lib/core/run/events";
import { planVersionsOf } from "@/lib/core/run/plan-versions";
import type { RunState } from "@/lib/core/run/state";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { DialogFormEnd } from "../ui/dialog-form-end";
import { Field, TextArea } from "../ui/field";
import type { Orders } from "./use-orders";

type ReplanDialogProps = { state: RunState; events: readonly RunEvent[]; orders: Orders };

/** Asks for a new tail of the plan, in the person's own words, on top of the version that they read. */
export function ReplanDialog({ state, events, orders }: ReplanDialogProps) {
  const [open, setOpen] = useState(false);
  const [instruction, setInstruction] = useState("");
  const [seen, setSeen] = useState(state.planVersion);
  const { asked, problem, send, forget } = orders;
  const underWay =
    asked === "request_replan" || state.replan !== undefined || state.replanWanted !== undefined;
  const change = (isOpen: boolean) => {
    setOpen(isOpen);
    setSeen(state.planVersion);
    forget();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const taken = await send({ type: "request_replan", instruction, expectedPlanVersion: seen });
    if (!taken) return;
    setInstruction("");
    setOpen(false);
  };
  return (
    <Dialog
      title="Replace what is left of the plan"
      description="Running tasks may end, finished work stays as it is, and the rest is planned anew with your words."
      open={open}
      onOpenChange={change}
      trigger={
        <Button disabled={asked !== undefined || underWay}>{underWay ? "Replanning…" : "Replan"}</Button>
      }
    >
      <form onSubmit={submit} className="grid gap-3">
        <Field label="What should be done differently" help={`On top of plan version ${seen}.`}>
          {(wiring) => (
            <TextArea
              {...wiring}
              rows={4}
              required
              maxLength={2_000}
              value={instruction}
              onChange={(event) => setInstruction(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === "Enter" && (event.ctrlKey || event.metaKey))
                  event.currentTarget.form?.requestSubmit();
              }}
            />
          )}
        </Field>
        {state.planVersion !== seen && (
          <Conflict
            seen={seen}
            now={state.planVersion}
            lines={changesBetween(events, seen, state.planVersion)}
            onAccept={() => {
              setSeen(state.planVersion);
              forget();
            }}
          />
        )}
        <DialogFormEnd
          problem={problem}
          disabled={asked !== undefined || instruction.trim() === "" || state.planVersion !== seen}
        >
          {asked === "request_replan" ? "Asking…" : "Replan"}
        </DialogFormEnd>
      </form>
    </Dialog>
  );
}

type ConflictProps = { seen: number; now: number; lines: DiffLine[]; onAccept(): void };

/** The plan changed while the person wrote: what is different, before their words are used on it. */
function Conflict({ seen, now, lines, onAccept }: ConflictProps) {
  return (
    <div role="alert" className="grid gap-1.5 rounded-lg border border-amber px-3 py-2">
      <p className="font-medium text-amber">
        <span aria-hidden="true">~ </span>The plan changed while you wrote: version {seen} is now version{" "}
        {now}.
      </p>
      <ul className="grid gap-0.5 text-xs">
        {lines.map(({ sign, text }) => (
          <li key={`${sign} ${text}`} className="line-clamp-3">
            {sign} {text}
          </li>
        ))}
      </ul>
      <Button size="small" className="justify-self-start" onClick={onAccept}>
        Use my words on version {now}
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
