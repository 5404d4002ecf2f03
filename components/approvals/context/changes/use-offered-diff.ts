"use client";

import { useMemo } from "react";
import { diffPlans, type PlanDiff } from "@/lib/core/plan/compare/diff";
import type { PlanPatch } from "@/lib/core/plan/stored";
import { applyPatch } from "@/lib/core/run/events/plan-versions";
import type { RunState } from "@/lib/core/run/state";

/** The plan in force against the one that waits to be adopted; a version that is not adopted is not stored. */
export function useOfferedDiff(state: RunState, patch: PlanPatch | undefined): PlanDiff | undefined {
  return useMemo(() => {
    if (!patch) return;
    const { planTitle: title, agents, order, tasks } = state;
    const current = { title, agents, tasks: order.flatMap((id) => tasks[id]?.spec ?? []) };
    const next = applyPatch(current, patch);
    return next && diffPlans(current, next);
  }, [state, patch]);
}
