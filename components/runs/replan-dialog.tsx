"use client";

import { type FormEvent, useState } from "react";
import { type DiffLine, diffLines } from "@/lib/core/describe/plan-diff";
import { MAX_REASON_CHARS } from "@/lib/core/inputs/limits";
import { diffPlans } from "@/lib/core/plan/compare/diff";
import type { RunEvent } from "@/lib/core/run/events";
import { planVersionsOf } from "@/lib/core/run/events/plan-versions";
import type { RunState } from "@/lib/core/run/state";
import { Button } from "../ui/button";
import { Dialog, DialogFormFooter } from "../ui/dialog";

import { Field, TextArea } from "../ui/field";
import type { RunCommands } from "./use-run-commands";

type ReplanDialogProps = { state: RunState; events: readonly RunEvent[]; commands: RunCommands };

/** Asks for a new tail of the plan, in the person's own words, on top of the version that they read. */
export function ReplanDialog({ state, events, commands }: ReplanDialogProps) {
  const [open, setOpen] = useState(false);
  const [instruction, setInstruction] = useState("");
  const [baseVersion, setBaseVersion] = useState(state.planVersion);
  const { pending, problem, send, clearProblem } = commands;
  const isReplanning =
    pending === "request_replan" || state.replan !== undefined || state.replanWanted !== undefined;
  const change = (isOpen: boolean) => {
    setOpen(isOpen);
    setBaseVersion(state.planVersion);
    clearProblem();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const taken = await send({ type: "request_replan", instruction, expectedPlanVersion: baseVersion });
    if (!taken) return;
    setInstruction("");
    setOpen(false);
  };
  return (
    <Dialog
      title="Replan the rest of the run"
      description="Running tasks finish, completed work is kept, and the rest is replanned with your instructions."
      open={open}
      onOpenChange={change}
      trigger={
        <Button disabled={pending !== undefined || isReplanning}>
          {isReplanning ? (state.paused ? "Replans on resume" : "Replanning…") : "Replan"}
        </Button>
      }
    >
      <form onSubmit={submit} className="grid gap-3">
        <Field label="Instructions" help={`Based on plan version ${baseVersion}.`}>
          {(wiring) => (
            <TextArea
              {...wiring}
              rows={4}
              required
              maxLength={MAX_REASON_CHARS}
              value={instruction}
              onChange={(event) => setInstruction(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === "Enter" && (event.ctrlKey || event.metaKey))
                  event.currentTarget.form?.requestSubmit();
              }}
            />
          )}
        </Field>
        {state.planVersion !== baseVersion && (
          <Conflict
            baseVersion={baseVersion}
            now={state.planVersion}
            lines={changesBetween(events, baseVersion, state.planVersion)}
            onAccept={() => {
              setBaseVersion(state.planVersion);
              clearProblem();
            }}
          />
        )}
        <DialogFormFooter
          problem={problem}
          disabled={pending !== undefined || instruction.trim() === "" || state.planVersion !== baseVersion}
        >
          {pending === "request_replan" ? "Requesting…" : "Replan"}
        </DialogFormFooter>
      </form>
    </Dialog>
  );
}

type ConflictProps = { baseVersion: number; now: number; lines: DiffLine[]; onAccept(): void };

/** The plan changed while the person wrote: what is different, before their words are used on it. */
function Conflict({ baseVersion, now, lines, onAccept }: ConflictProps) {
  return (
    <div role="alert" className="grid gap-1.5 rounded-lg border border-amber px-3 py-2">
      <p className="font-medium text-amber">
        <span aria-hidden="true">~ </span>The plan changed while you were writing, from version {baseVersion}{" "}
        to version {now}.
      </p>
      <ul className="grid gap-0.5 text-xs">
        {lines.map(({ sign, text }) => (
          <li key={`${sign} ${text}`} className="line-clamp-3">
            {sign} {text}
          </li>
        ))}
      </ul>
      <Button size="small" className="justify-self-start" onClick={onAccept}>
        Apply to version {now}
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
