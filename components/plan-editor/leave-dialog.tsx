"use client";

import { Button } from "../ui/button";
import { Dialog } from "../ui/overlay/dialog";

type LeaveDialogProps = { count: number; isKept: boolean; onStay(): void; onKeep(): void; onDiscard(): void };

/** Nothing that was staged is thrown away without this question. */
export function LeaveDialog({ count, isKept, onStay, onKeep, onDiscard }: LeaveDialogProps) {
  return (
    <Dialog
      title="Leave the plan editor?"
      description={`${count === 1 ? "1 change is" : `${count} changes are`} staged and not applied. This tab keeps them until you come back, ${isKept ? "also over a reload" : "but not over a reload: they are too large"}.`}
      open
      onOpenChange={(open) => open || onStay()}
      footer={
        <>
          <Button variant="danger" onClick={onDiscard}>
            Discard all
          </Button>
          <Button onClick={onStay}>Continue editing</Button>
          <Button variant="main" onClick={onKeep}>
            Leave and keep
          </Button>
        </>
      }
    />
  );
}
