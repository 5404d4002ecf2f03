"use client";

import { useState, useTransition } from "react";
import { Button } from "../ui/button";
import { Dialog, DialogClose } from "../ui/dialog";
import type { ProblemFacts } from "../ui/problem";
import type { MutationResult } from "./types";

type RemoveButtonProps = {
  name: string;
  remove(): Promise<MutationResult<object>>;
  onRemoved(): void;
  onProblem(problem: ProblemFacts): void;
};

/** Takes a policy out of force, after a second question: what it forbade may then be done. */
export function RemoveButton({ name, remove, onRemoved, onProblem }: RemoveButtonProps) {
  const [open, setOpen] = useState(false);
  const [pending, startTransition] = useTransition();
  const confirm = () =>
    startTransition(async () => {
      const outcome = await remove();
      setOpen(false);
      if ("problem" in outcome) onProblem(outcome.problem);
      else onRemoved();
    });
  return (
    <Dialog
      title={`Remove “${name}”?`}
      description="What it forbids may then be done, by running missions too. Its history stays."
      open={open}
      onOpenChange={setOpen}
      trigger={<Button variant="danger">Remove…</Button>}
      footer={
        <>
          <DialogClose>
            <Button>Keep it</Button>
          </DialogClose>
          <Button variant="danger" disabled={pending} onClick={confirm}>
            {pending ? "Removing…" : "Remove it"}
          </Button>
        </>
      }
    />
  );
}
