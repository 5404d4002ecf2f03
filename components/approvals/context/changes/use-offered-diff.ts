"use client";

import { useMemo } from "react";
import { diffPlans, type PlanDiff } from "@/lib/core/plan/compare/diff";
import type { PlanPatch } from "@/lib/core/plan/stored";
import { currentPlan, offeredPlan } from "@/lib/core/run/offered-plan";
import type { RunState } from "@/lib/core/run/state";

/** The plan in force against the one that waits to be adopted; a version that is not adopted is not stored. */
export function useOfferedDiff(state: RunState, patch: PlanPatch | undefined): PlanDiff | undefined {
  return useMemo(() => {
    if (!patch) return;
    const next = offeredPlan(state, patch);
    return next && diffPlans(currentPlan(state), next);
  }, [state, patch]);
}
