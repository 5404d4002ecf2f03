"use client";

import { useQuery } from "@tanstack/react-query";
import { useNow } from "@/lib/client/use-now";
import { heldListText } from "@/lib/core/describe/gates/holds";
import { useRendered } from "../shell/server-rendered";
import { DecisionCard } from "./decision-rows";
import { gateHref } from "./gate-href";
import { heldQuery, stillHeld } from "./held-query";

type HeldDecisionsProps = {
  /** Whose keys lead to them: those of every list, or those of the inbox, after its gates. */
  keys: "list" | "held";
};

/** Decisions of models that apply by themselves, in whatever run: who wants to decide otherwise finds them here. */
export function HeldDecisions({ keys }: HeldDecisionsProps) {
  const { items } = useRendered(heldQuery());
  const { dataUpdatedAt: readAt } = useQuery(heldQuery());
  const now = useNow(items.length > 0);
  const held = stillHeld(items, now, readAt);
  if (held.length === 0) return null;
  const rows = held.map(({ runId, taskId, title, decision, mission, heldUntil }) => ({
    key: `${runId} ${taskId}`,
    href: gateHref({ runId, taskId }),
    title: `${title}: ${decision}`,
    mission,
    when: heldListText(heldUntil, now),
  }));
  return <DecisionCard title="Held decisions" look="plain" rows={rows} keys={keys} />;
}
