"use client";

import { useQuery } from "@tanstack/react-query";
import { planVersionQuery } from "@/lib/client/query";
import type { DiffLine } from "@/lib/core/plan/describe-diff";
import { changeLines } from "./change-lines";

/** What a plan version changed against an earlier one, or the one before; undefined for the first, and until known. */
export function usePlanChanges(runId: string, version: number, since = version - 1): DiffLine[] | undefined {
  const enabled = since >= 1 && since < version;
  const before = useQuery({ ...planVersionQuery(runId, since), enabled }).data;
  const after = useQuery({ ...planVersionQuery(runId, version), enabled }).data;
  return before && after && changeLines(before.plan, after.plan);
}
