"use client";

import { Button } from "../ui/button";
import { Dialog } from "../ui/overlay/dialog";

type LeaveDialogProps = {
  /** What is not applied, in words. */
  what: readonly string[];
  isKept: boolean;
  onStay(): void;
  onKeep(): void;
  onDiscard(): void;
};

const AND = new Intl.ListFormat("en", { type: "conjunction" });

/** Nothing that was staged or typed is thrown away without this question. */
export function LeaveDialog({ what, isKept, onStay, onKeep, onDiscard }: LeaveDialogProps) {
  return (
    <Dialog
      title="Leave the plan editor?"
      description={`Not applied: ${AND.format(what)}. This tab keeps it until you come back, ${isKept ? "even after a reload" : "but not after a reload: it is too large"}.`}
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
