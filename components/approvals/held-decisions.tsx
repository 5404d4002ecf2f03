"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNow } from "@/lib/client/use-now";
import { heldListText } from "@/lib/core/describe/gates/holds";
import { quoted } from "@/lib/core/legible/marked";
import { taskHref } from "../runs/task-href";
import { useRendered } from "../shell/server-rendered";
import { DecisionCard } from "./decision-rows";
import { heldQuery, stillHeld } from "./held-query";

const MAX_ROWS = 8;

type HeldDecisionsProps = {
  /** Whose keys lead to them: those of every list, or those of the inbox, after its gates. */
  keys: "list" | "held";
  /** Of a page that shows more: those that were there when it began, in the room that they had then, or later ones. */
  part?: "first" | "late";
};

/** Decisions of models that apply by themselves, in whatever run: who wants to decide otherwise finds them here. */
export function HeldDecisions({ keys, part }: HeldDecisionsProps) {
  const { items } = useRendered(heldQuery());
  const { dataUpdatedAt: readAt } = useQuery(heldQuery());
  const now = useNow(items.length > 0);
  const held = stillHeld(items, now, readAt);
  const [began] = useState(Math.min(MAX_ROWS, held.length));
  if (part && (part === "first") !== began > 0) return null;
  const room = part === "first" ? began : 0;
  if (held.length + room === 0) return null;
  const rows = held.map(({ runId, taskId, title, decision, mission, heldUntil }) => ({
    key: `${runId} ${taskId}`,
    href: taskHref({ runId, taskId }),
    title: `${quoted(title)}: ${decision}`,
    mission,
    when: heldListText(heldUntil, now),
  }));
  return (
    <DecisionCard
      title="Held decisions"
      look="plain"
      rows={rows}
      keys={keys}
      minRows={room}
      empty="None is held now."
    />
  );
}
