"use client";

import { type ReactNode, useState } from "react";
import { Button } from "../ui/button";

const SHOWN = 8;

type FoldedRowsProps = { label: string; rows: readonly ReactNode[]; className: string };

/** A list of which the first rows are shown until all are asked for: what stands below stays in reach. */
export function FoldedRows({ label, rows, className }: FoldedRowsProps) {
  const [isOpen, setOpen] = useState(false);
  // One row more takes no more room than the button.
  const isLong = rows.length > SHOWN + 1;
  return (
    <>
      <ul aria-label={label} className={`${className} empty:hidden`}>
        {isLong && !isOpen ? rows.slice(0, SHOWN) : rows}
      </ul>
      {isLong && (
        <Button
          size="small"
          className="justify-self-start"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? "Show fewer" : `Show all ${rows.length}`}
        </Button>
      )}
    </>
  );
}
