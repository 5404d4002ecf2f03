"use client";

import Link from "next/link";
import type { ApprovalView } from "@/lib/core/views";
import { RelativeTime } from "../ui/moment";
import { gateHref } from "./hrefs";

const MAX_GATES = 8;

/** Open gates of all runs, oldest first; nothing at all when nobody is needed. */
export function WaitingForYou({ gates }: { gates: readonly ApprovalView[] }) {
  if (gates.length === 0) return null;
  return (
    <section
      aria-labelledby="waiting-for-you"
      className="overflow-hidden rounded-xl border border-person bg-person-soft shadow-card"
    >
      <h2 id="waiting-for-you" className="px-4 pt-3 font-semibold text-person">
        <span aria-hidden="true">◈ </span>
        Waiting for you
      </h2>
      <ul className="px-2 py-2">
        {gates.slice(0, MAX_GATES).map((gate) => (
          <li key={gate.id} className="relative rounded-lg px-2 py-1.5 hover:bg-panel">
            <Link
              href={gateHref(gate)}
              className="line-clamp-2 font-medium after:absolute after:inset-0 hover:underline"
            >
              {gate.prompt}
            </Link>
            <p className="flex gap-1.5 text-muted text-xs">
              <span className="line-clamp-1 min-w-0">{gate.mission}</span>
              <span aria-hidden="true">·</span>
              <span className="shrink-0">
                <RelativeTime at={gate.openedAt} />
              </span>
            </p>
          </li>
        ))}
      </ul>
      {gates.length > MAX_GATES && (
        <p className="border-line border-t px-4 py-2">
          <Link href="/inbox" className="underline">
            All {gates.length} in the inbox
          </Link>
        </p>
      )}
    </section>
  );
}
