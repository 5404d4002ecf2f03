"use client";

import type { RunEvent } from "@/lib/core/run/events";
import type { RunState } from "@/lib/core/run/state";
import { Button } from "../ui/button";
import { Dialog, DialogClose } from "../ui/dialog";
import { Problem } from "../ui/problem";
import { MoreOrders } from "./more-orders";
import { ReplanDialog } from "./replan-dialog";
import type { Orders } from "./use-orders";

type RunControlsProps = { state: RunState; events: readonly RunEvent[]; orders: Orders };

/** Pause, resume, replan, edit, abort, cancel. Cancelling asks once more: it cannot be taken back. */
export function RunControls({ state, events, orders }: RunControlsProps) {
  if (state.phase === "ended") return null;
  const { asked, problem, send } = orders;
  const busy = asked !== undefined;
  return (
    <div className="grid gap-2 sm:justify-items-end">
      <div className="flex flex-wrap gap-2">
        {state.phase === "executing" && <ReplanDialog state={state} events={events} orders={orders} />}
        <PauseButton paused={state.paused !== undefined} orders={orders} />
        <MoreOrders state={state} orders={orders} />
        <Dialog
          title="Cancel this run?"
          description="Running tasks are stopped and open ones are given up. Finished results are kept. This cannot be undone."
          trigger={
            <Button look="quiet" disabled={busy}>
              {asked === "cancel" ? "Cancelling…" : "Cancel run"}
            </Button>
          }
          footer={
            <>
              <DialogClose>
                <Button>Keep running</Button>
              </DialogClose>
              <DialogClose>
                <Button look="danger" onClick={() => send({ type: "cancel" })}>
                  Cancel the run
                </Button>
              </DialogClose>
            </>
          }
        />
      </div>
      <Problem problem={asked === undefined ? problem : undefined} />
    </div>
  );
}

function PauseButton({ paused, orders: { asked, send } }: { paused: boolean; orders: Orders }) {
  if (asked === "pause") return <Button disabled>Pausing…</Button>;
  if (asked === "resume") return <Button disabled>Resuming…</Button>;
  return (
    <Button disabled={asked !== undefined} onClick={() => send({ type: paused ? "resume" : "pause" })}>
      {paused ? "Resume" : "Pause"}
    </Button>
  );
}
