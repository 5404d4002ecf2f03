"use client";

import type { FormEvent } from "react";
import { Button } from "../ui/button";
import { Dialog, DialogClose } from "../ui/overlay/dialog";
import { Problem } from "../ui/problem";
import { ReasonField } from "./reason-field";
import type { RunCommands } from "./use-run-commands";

type AbortDialogProps = {
  commands: RunCommands;
  reason: string;
  onReason(reason: string): void;
  onClose(): void;
};

/** Ends the run with a reason that stays with it. */
export function AbortDialog({ commands, reason, onReason, onClose }: AbortDialogProps) {
  const { pending, problem, send } = commands;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await send({ type: "abort", reason })) onClose();
  };
  return (
    <Dialog
      title="Abort this run?"
      description="Running tasks are stopped and pending ones are dropped. Finished results are kept. This cannot be undone."
      open
      onOpenChange={(open) => open || onClose()}
    >
      <form onSubmit={submit} className="grid gap-3">
        <ReasonField label="Reason" value={reason} onChange={onReason} />
        <Problem problem={problem} />
        <div className="flex flex-wrap justify-end gap-2">
          <DialogClose>
            <Button>Keep running</Button>
          </DialogClose>
          <Button type="submit" variant="danger" disabled={pending !== undefined || reason.trim() === ""}>
            {pending === "abort" ? "Aborting…" : "Abort run"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
