"use client";

import Link from "next/link";
import { useNow } from "@/lib/client/use-now";
import { heldListText } from "@/lib/core/describe/gates/holds";
import { useRendered } from "../shell/server-rendered";
import { heldQuery, stillHeld } from "./held-query";

type HeldDecisionsProps = {
  /** The keys of lists lead to them: not where a list above has keys of its own. */
  opensByKeys?: boolean;
};

/** Decisions of models that apply by themselves, in whatever run: who wants to decide otherwise finds them here. */
export function HeldDecisions({ opensByKeys = false }: HeldDecisionsProps) {
  const { items } = useRendered(heldQuery());
  const now = useNow(items.length > 0);
  const held = stillHeld(items, now);
  if (held.length === 0) return null;
  return (
    <section
      aria-labelledby="held-decisions"
      className="overflow-hidden rounded-xl border border-line bg-panel shadow-card"
    >
      <h2 id="held-decisions" className="px-4 pt-3 font-semibold">
        <span aria-hidden="true">◆ </span>
        Held decisions
      </h2>
      <ul className="px-2 py-2">
        {held.map(({ runId, taskId, title, decision, mission, heldUntil }) => (
          <li key={`${runId} ${taskId}`} className="relative rounded-lg px-2 py-1.5 hover:bg-ground">
            <Link
              data-opens={opensByKeys || undefined}
              href={`/runs/${runId}?task=${encodeURIComponent(taskId)}`}
              className="line-clamp-2 after:absolute after:inset-0 hover:underline"
            >
              {title}: {decision}
            </Link>
            <p className="flex gap-1.5 text-muted text-xs">
              <span className="line-clamp-1 min-w-0">{mission}</span>
              <span aria-hidden="true">·</span>
              <span className="shrink-0">{heldListText(heldUntil, now)}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
