"use client";

import { type FormEvent, useState } from "react";
import { Button } from "../ui/button";
import { Dialog, DialogClose } from "../ui/dialog";
import { Problem } from "../ui/problem";
import { ReasonField } from "./reason-field";
import type { RunCommands } from "./use-orders";

/** Ends the run with a reason that stays with it. */
export function AbortDialog({ commands, onClose }: { commands: RunCommands; onClose(): void }) {
  const [reason, setReason] = useState("");
  const { pending, problem, send } = commands;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await send({ type: "abort", reason })) onClose();
  };
  return (
    <Dialog
      title="Abort this run?"
      description="Running tasks are stopped and open ones are given up. Finished results are kept. This cannot be undone."
      open
      onOpenChange={(open) => open || onClose()}
    >
      <form onSubmit={submit} className="grid gap-3">
        <ReasonField label="Why is it aborted?" value={reason} onChange={setReason} />
        <Problem problem={problem} />
        <div className="flex flex-wrap justify-end gap-2">
          <DialogClose>
            <Button>Keep running</Button>
          </DialogClose>
          <Button type="submit" variant="danger" disabled={pending !== undefined || reason.trim() === ""}>
            {pending === "abort" ? "Aborting…" : "Abort the run"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
