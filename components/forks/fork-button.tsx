"use client";

import dynamic from "next/dynamic";
import { type ComponentProps, useState } from "react";
import { Button } from "../ui/button";
import type { ForkPlace } from "./fork-dialog";

const ForkDialog = dynamic(() => import("./fork-dialog").then((room) => room.ForkDialog), { ssr: false });

type ForkButtonProps = Pick<ComponentProps<typeof Button>, "size"> & {
  runId: string;
  place: ForkPlace;
  label?: string;
};

/** Asks what a new run is to do otherwise that shares everything up to here. */
export function ForkButton({ runId, place, label = "Fork from here", size }: ForkButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        className="justify-self-start"
        aria-haspopup="dialog"
        data-act={label}
        onClick={() => setOpen(true)}
        {...(size && { size })}
      >
        {label}
      </Button>
      {open && <ForkDialog runId={runId} place={place} onClose={() => setOpen(false)} />}
    </>
  );
}
