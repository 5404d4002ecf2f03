"use client";

import dynamic from "next/dynamic";
import { type ComponentProps, useState } from "react";
import type { DraftExampleInput } from "@/lib/core/inputs/examples";
import { Button } from "../ui/button";

// Few promote anything, and its form is large.
const PromoteExample = dynamic(() => import("./promote-example").then((room) => room.PromoteExample), {
  ssr: false,
});

type PromoteButtonProps = Omit<ComponentProps<typeof Button>, "onClick"> & { from: DraftExampleInput };

/** Makes an example of a finished run or an attempt, in a dialog that shows its draft first. */
export function PromoteButton({ from, ...button }: PromoteButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        aria-haspopup="dialog"
        data-act="Promote to example"
        onClick={() => setOpen(true)}
        {...button}
      />
      {open && <PromoteExample from={from} onClose={() => setOpen(false)} />}
    </>
  );
}
