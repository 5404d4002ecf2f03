"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { MAX_COMPARED } from "@/lib/core/inputs/limits";
import { Button } from "../ui/button";
import { ButtonLink } from "../ui/links/button-link";
import { compareHref } from "./address";

const RunPicker = dynamic(() => import("./run-picker").then((room) => room.RunPicker), { ssr: false });

/** What can be done with the runs of a comparison: more are added, and of two the first becomes the second. */
export function CompareActions({ runIds }: { runIds: readonly string[] }) {
  const [open, setOpen] = useState(false);
  const [a, b, ...others] = runIds;
  return (
    <>
      {a !== undefined && b !== undefined && others.length === 0 && (
        <ButtonLink href={compareHref([b, a])}>Swap A and B</ButtonLink>
      )}
      {runIds.length < MAX_COMPARED && (
        <Button aria-haspopup="dialog" data-act="Choose runs to compare" onClick={() => setOpen(true)}>
          {runIds.length === 0 ? "Choose runs" : "Add runs"}
        </Button>
      )}
      {open && <RunPicker fixed={runIds} onClose={() => setOpen(false)} />}
    </>
  );
}
