"use client";

import { useQuery } from "@tanstack/react-query";
import { meQuery, peopleQuery } from "@/lib/client/people-queries";
import { describeForgone } from "@/lib/core/describe/gates/stuck";
import { boundAhead, forgoneBy } from "@/lib/core/run/controls/forgone";
import type { RunState } from "@/lib/core/run/state";
import { SeenText } from "../ui/seen-text";

type ForgoneNoteProps = {
  state: RunState;
  /** Those who wrote comments that are sent, by id. */
  writers?: readonly string[];
  /** It is a version of the reader's own, about which nobody is asked while the plan runs. */
  isOwn?: boolean;
};

/** Says before a wish or an edit is sent what its author cannot approve any more, and where nobody else can. */
export function ForgoneNote({ state, writers = [], isOwn = false }: ForgoneNoteProps) {
  const isBound = boundAhead(state, { isOwn }).length > 0;
  const { data: me } = useQuery({ ...meQuery(), enabled: isBound });
  const { data: people } = useQuery({ ...peopleQuery(), enabled: isBound });
  if (!isBound || !me || !people) return null;
  const forgone = forgoneBy(state, people.items, [me.id, ...writers], { isOwn });
  const lines = describeForgone(forgone, isOwn ? "apply" : "send");
  if (lines.length === 0) return null;
  return (
    <div role="status">
      <ul className="grid gap-1 text-amber text-xs">
        {lines.map((line) => (
          <li key={line} className="wrap-anywhere">
            <span aria-hidden="true">▲ </span>
            <SeenText text={line} />
          </li>
        ))}
      </ul>
    </div>
  );
}
