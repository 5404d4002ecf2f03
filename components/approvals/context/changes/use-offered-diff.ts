"use client";

import { useMemo } from "react";
import { diffPlans, type PlanDiff } from "@/lib/core/plan/compare/diff";
import type { OfferedPlan } from "@/lib/core/run/commands";
import { actsIn } from "@/lib/core/run/controls/release/facts";
import { versionOffered } from "@/lib/core/run/controls/release/release";
import type { ActPlaces } from "@/lib/core/run/events/release";
import { currentPlan, offeredPlan } from "@/lib/core/run/offered-plan";
import type { RunState } from "@/lib/core/run/state";

type Offered = Pick<OfferedPlan, "patch" | "reach">;

/** The plan in force against the one that waits to be adopted, and what that does outside; a version that is not adopted is not stored. */
export function useOfferedDiff(
  state: RunState,
  offered: Offered | undefined,
): { diff: PlanDiff; acts: ReadonlyMap<string, ActPlaces> } | undefined {
  return useMemo(() => {
    const next = offered && offeredPlan(state, offered.patch);
    if (!next) return;
    return { diff: diffPlans(currentPlan(state), next), acts: actsIn(versionOffered(state, offered)) };
  }, [state, offered]);
}
