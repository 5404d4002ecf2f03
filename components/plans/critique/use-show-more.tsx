"use client";

import { type ReactNode, useState } from "react";
import { Button } from "../../ui/button";

/** The first items of a long list, and a button that brings as many again; nothing where all are there. */
export function useShowMore<Item>(
  items: readonly Item[],
  pageSize: number,
): [shown: Item[], more: ReactNode] {
  const [pages, setPages] = useState(1);
  const shown = items.slice(0, pages * pageSize);
  const left = items.length - shown.length;
  const more = left > 0 && (
    <Button size="small" className="justify-self-start" onClick={() => setPages(pages + 4)}>
      Show more ({left} remaining)
    </Button>
  );
  return [shown, more];
}
