"use client";

import { type ReactNode, useState } from "react";
import { Button } from "../ui/button";
import { Dialog, DialogClose } from "../ui/overlay/dialog";
import { Problem } from "../ui/problem";
import { useChange } from "./use-change";

type RemoveDialogProps = {
  /** What is removed, for the button's name. */
  name: string;
  title: string;
  remove(key: string): Promise<unknown>;
  /** What follows. */
  children: ReactNode;
  actionLabel?: string;
  busyLabel?: string;
};

/** Asks once more before something is removed. */
export function RemoveDialog(props: RemoveDialogProps) {
  const { name, title, remove, children, actionLabel = "Remove", busyLabel = "Removing…" } = props;
  const [open, setOpen] = useState(false);
  const { problem, pending, change } = useChange((_: object, key) => remove(key));
  return (
    <Dialog
      title={title}
      description={children}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button size="small" aria-label={`${actionLabel} ${name}`}>
          {actionLabel}
        </Button>
      }
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button variant="danger" disabled={pending} onClick={() => void change({}, () => setOpen(false))}>
            {pending ? busyLabel : actionLabel}
          </Button>
        </>
      }
    >
      {problem && <Problem problem={problem} />}
    </Dialog>
  );
}
