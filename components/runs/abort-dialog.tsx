"use client";

import { Dialog } from "../ui/overlay/dialog";
import { DialogForm } from "../ui/overlay/dialog-form";
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
  const submit = async () => {
    if (await send({ type: "abort", reason })) onClose();
  };
  return (
    <Dialog
      title="Abort this run?"
      description="Running tasks are stopped and pending ones are dropped. Finished results are kept. This cannot be undone."
      open
      onOpenChange={(open) => open || onClose()}
    >
      <DialogForm
        closesFreely
        onSend={submit}
        action={pending === "abort" ? "Aborting…" : "Abort run"}
        isBusy={pending !== undefined}
        problem={problem}
        variant="danger"
        cancelLabel="Keep running"
        className="grid gap-3"
      >
        <ReasonField label="Reason" value={reason} onChange={onReason} />
      </DialogForm>
    </Dialog>
  );
}
