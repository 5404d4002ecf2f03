"use client";

import dynamic from "next/dynamic";
import { useMemo } from "react";
import { fromPageText, type PageText } from "@/lib/client/page-text";
import type { RunComparison } from "@/lib/core/compare/view";
import type { RunState } from "@/lib/core/run/state";
import { GraphSkeleton } from "../graph/graph-skeleton";

/** Drawn on the server too: its scripts come behind those of the page. */
const RunGraph = dynamic(() => import("../graph/run-graph").then((room) => room.RunGraph), {
  loading: GraphSkeleton,
});

type Compared = { state: RunState; plans: NonNullable<RunComparison["plans"]> };

/** The second run's plan with the first one's beneath, marked as two versions of one plan are. */
export function ComparedCanvas({ compared: { json } }: { compared: PageText<Compared> }) {
  const { state, plans } = useMemo((): Compared => fromPageText({ json }), [json]);
  const overlay = useMemo(() => ({ before: plans.before, after: plans.after }), [plans]);
  return (
    <section aria-label="Plans on one canvas" className="grid min-w-0 gap-2">
      <p className="text-muted text-xs">
        B with A beneath: + only in B, − only in A, ~ changed, lock = finished. Statuses are those of B.
      </p>
      <RunGraph state={state} overlay={overlay} />
    </section>
  );
}
