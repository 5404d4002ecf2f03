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
      <Button size="small" aria-haspopup="dialog" data-act="Replay attempt" onClick={() => setOpen(true)}>
        Replay
      </Button>
      {open && <ReplayDialog from={from} onClose={() => setOpen(false)} />}
    </>
  );
}

const ModelReplayDialog = dynamic(
  () => import("./model-replay-dialog").then((room) => room.ModelReplayDialog),
  { ssr: false },
);

type ModelReplayButtonProps = Pick<ComponentProps<typeof ModelReplayDialog>, "from" | "others">;

/** Puts the turns of an attempt to other models, after a form that asks which. */
export function ModelReplayButton({ from, others }: ModelReplayButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        aria-haspopup="dialog"
        data-act="Replay attempt: ask other models"
        onClick={() => setOpen(true)}
      >
        Ask other models
      </Button>
      {open && <ModelReplayDialog from={from} others={others} onClose={() => setOpen(false)} />}
    </>
  );
}
