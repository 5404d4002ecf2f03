"use client";

import { type ReactNode, useState } from "react";
import { Button } from "../ui/button";

/** The first items of a long list, and a button that brings as many again; nothing where all are there. */
export function usePortion<Item>(items: readonly Item[], portion: number): [shown: Item[], more: ReactNode] {
  const [portions, setPortions] = useState(1);
  const shown = items.slice(0, portions * portion);
  const left = items.length - shown.length;
  const more = left > 0 && (
    <Button size="small" className="justify-self-start" onClick={() => setPortions(portions + 4)}>
      Show more ({left} left)
    </Button>
  );
  return [shown, more];
}
