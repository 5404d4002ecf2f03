"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { planVersionQuery } from "@/lib/client/query";
import { diffLines } from "@/lib/core/describe/plan-diff";
import { diffPlans } from "@/lib/core/plan/compare/diff";
import type { RoundView } from "@/lib/core/views";
import { Skeleton } from "../ui/skeleton";

type RoundChangesProps = { runId: string; round: RoundView; answered: number };

/** What the version that answers a round changed, before what it says of each comment. */
export function RoundChanges({ runId, round, answered }: RoundChangesProps) {
  const { sentVersion, number, comments } = round;
  const before = useQuery(planVersionQuery(runId, sentVersion)).data;
  const after = useQuery(planVersionQuery(runId, answered)).data;
  const lines = useMemo(
    () => (before && after ? diffLines(diffPlans(before.plan, after.plan)) : undefined),
    [before, after],
  );
  return (
    <section
      aria-label="What the round changed"
      data-testid="round-changes"
      className="grid gap-1 border-line border-b px-4 py-3"
    >
      <h3 className="font-semibold">
        What changed since v{sentVersion}{" "}
        <span className="font-normal text-muted text-xs">
          round {number}, {comments === 1 ? "1 comment" : `${comments} comments`}
        </span>
      </h3>
      {lines === undefined && <Skeleton className="h-4 w-2/3" />}
      {lines?.length === 0 && <p className="text-muted">Nothing.</p>}
      <ul className="grid gap-0.5">
        {lines?.map(({ sign, text }) => (
          <li key={`${sign} ${text}`} className="wrap-anywhere grid grid-cols-[1rem_1fr]">
            <span aria-hidden="true" className="font-mono">
              {sign}
            </span>
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
