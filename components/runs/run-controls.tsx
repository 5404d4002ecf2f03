"use client";

import type { RunEvent } from "@/lib/core/run/events";
import type { RunState } from "@/lib/core/run/state";
import { Button } from "../ui/button";
import { Dialog, DialogClose } from "../ui/dialog";
import { Problem } from "../ui/problem";
import { MoreCommands } from "./more-orders";
import { ReplanDialog } from "./replan-dialog";
import type { RunCommands } from "./use-orders";

type RunControlsProps = { state: RunState; events: readonly RunEvent[]; commands: RunCommands };

/** Pause, resume, replan, edit, abort, cancel. Cancelling asks once more: it cannot be taken back. */
export function RunControls({ state, events, commands }: RunControlsProps) {
  if (state.phase === "ended") return null;
  const { pending, problem, send } = commands;
  const busy = pending !== undefined;
  return (
    <div className="grid gap-2 sm:justify-items-end">
      <div className="flex flex-wrap gap-2">
        {state.phase === "executing" && <ReplanDialog state={state} events={events} commands={commands} />}
        <PauseButton paused={state.paused !== undefined} commands={commands} />
        <MoreCommands state={state} commands={commands} />
        <Dialog
          title="Cancel this run?"
          description="Running tasks are stopped and open ones are given up. Finished results are kept. This cannot be undone."
          trigger={
            <Button variant="quiet" disabled={busy}>
              {pending === "cancel" ? "Cancelling…" : "Cancel run"}
            </Button>
          }
          footer={
            <>
              <DialogClose>
                <Button>Keep running</Button>
              </DialogClose>
              <DialogClose>
                <Button variant="danger" onClick={() => send({ type: "cancel" })}>
                  Cancel the run
                </Button>
              </DialogClose>
            </>
          }
        />
      </div>
      <Problem problem={pending === undefined ? problem : undefined} />
    </div>
  );
}

function PauseButton({ paused, commands: { pending, send } }: { paused: boolean; commands: RunCommands }) {
  if (pending === "pause") return <Button disabled>Pausing…</Button>;
  if (pending === "resume") return <Button disabled>Resuming…</Button>;
  return (
    <Button disabled={pending !== undefined} onClick={() => send({ type: paused ? "resume" : "pause" })}>
      {paused ? "Resume" : "Pause"}
    </Button>
  );
}
