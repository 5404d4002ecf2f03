"use client";

import { type ReactNode, useState } from "react";
import { Button } from "../../ui/button";
import { Dialog, DialogClose } from "../../ui/dialog";
import { Problem } from "../../ui/problem";
import type { Outcome } from "./types";
import { useChange } from "./use-change";

type RemoveDialogProps = {
  /** What is removed, for the button's name. */
  name: string;
  title: string;
  remove(): Promise<Outcome>;
  /** What follows. */
  children: ReactNode;
  word?: string;
};

/** Asks once more before something is removed. */
export function RemoveDialog({ name, title, remove, children, word = "Remove" }: RemoveDialogProps) {
  const [open, setOpen] = useState(false);
  const { problem, pending, change } = useChange();
  return (
    <Dialog
      title={title}
      description={children}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button size="small" aria-label={`${word} ${name}`}>
          {word}
        </Button>
      }
      footer={
        <>
          <DialogClose>
            <Button>Keep it</Button>
          </DialogClose>
          <Button look="danger" disabled={pending} onClick={() => change(remove, () => setOpen(false))}>
            {pending ? "Removing…" : word}
          </Button>
        </>
      }
    >
      {problem && <Problem problem={problem} />}
    </Dialog>
  );
}
