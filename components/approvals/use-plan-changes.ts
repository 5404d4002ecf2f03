"use client";

import { useEffect, useState } from "react";
import { type DiffLine, diffLines } from "@/lib/core/plan/describe-diff";
import { diffPlans } from "@/lib/core/plan/diff";
import type { Plan } from "@/lib/core/plan/schema";

/** What a plan version changed against the one before it; undefined for the first, and until it is known. */
export function usePlanChanges(runId: string, version: number): DiffLine[] | undefined {
  const [found, setFound] = useState<{ of: string; lines: DiffLine[] }>();
  const of = `${runId}@${version}`;
  useEffect(() => {
    if (version < 2) return;
    const stop = new AbortController();
    Promise.all([readPlan(runId, version - 1, stop.signal), readPlan(runId, version, stop.signal)])
      .then(([before, after]) => {
        if (before && after) setFound({ of, lines: diffLines(diffPlans(before, after)) });
      })
      .catch(() => undefined);
    return () => stop.abort();
  }, [of, runId, version]);
  return found?.of === of ? found.lines : undefined;
}

async function readPlan(runId: string, version: number, signal: AbortSignal): Promise<Plan | undefined> {
  const address = `/api/v1/runs/${encodeURIComponent(runId)}/plan?version=${version}`;
  const response = await fetch(address, { signal });
  return response.ok ? ((await response.json()) as { plan: Plan }).plan : undefined;
}
