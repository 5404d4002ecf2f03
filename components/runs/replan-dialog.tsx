"use client";

import dynamic from "next/dynamic";
import { type FormEvent, useState } from "react";
import { MAX_REASON_CHARS } from "@/lib/core/inputs/limits";
import type { RunEvent } from "@/lib/core/run/events";
import type { RunState } from "@/lib/core/run/state";
import { Button } from "../ui/button";
import { Field, TextArea } from "../ui/field";
import { Dialog, DialogFormFooter } from "../ui/overlay/dialog";
import type { RunCommands } from "./use-run-commands";

const PlanMoved = dynamic(() => import("./plan-moved").then((room) => room.PlanMoved));

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
        <Button className="min-w-28" disabled={pending !== undefined || isReplanning} data-act="Replan run">
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
