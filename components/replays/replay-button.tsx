"use client";

import dynamic from "next/dynamic";
import { type ComponentProps, useState } from "react";
import { Button } from "../ui/button";

// Few replay anything.
const ReplayDialog = dynamic(() => import("./replay-dialog").then((room) => room.ReplayDialog), {
  ssr: false,
});

type ReplayButtonProps = Pick<ComponentProps<typeof ReplayDialog>, "from">;

/** Makes the calls of an attempt again, after a form that asks how. */
export function ReplayButton({ from }: ReplayButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Replay
      </Button>
      {open && <ReplayDialog from={from} onClose={() => setOpen(false)} />}
    </>
  );
}
