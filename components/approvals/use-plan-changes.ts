"use client";

import { useQuery } from "@tanstack/react-query";
import { planVersionQuery } from "@/lib/client/query";
import type { DiffLine } from "@/lib/core/plan/describe-diff";
import { changeLines } from "./change-lines";

/** What a plan version changed against the one before it; undefined for the first, and until it is known. */
export function usePlanChanges(runId: string, version: number): DiffLine[] | undefined {
  const enabled = version > 1;
  const before = useQuery({ ...planVersionQuery(runId, version - 1), enabled }).data;
  const after = useQuery({ ...planVersionQuery(runId, version), enabled }).data;
  return before && after && changeLines(before.plan, after.plan);
}
