"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { DiffLines } from "@/components/plans/diff-lines";
import { Skeleton } from "@/components/ui/skeleton";
import { planVersionQuery } from "@/lib/client/query";
import type { DiffLine } from "@/lib/core/describe/plans/plan-diff";
import { getOwn } from "@/lib/core/own";
import type { ChangeCounts } from "@/lib/core/plan/compare/diff";
import type { ApprovalState, RunState } from "@/lib/core/run/state";
import { PanelSection } from "../../panel-section";

type SupersededQuestionProps = {
  state: RunState;
  gate: ApprovalState;
  onOpenGate?: ((approvalId: string) => void) | undefined;
};

export type KnownChanges = { lines: DiffLine[]; counts: ChangeCounts };

/** What a plan version changed against an earlier one, or the one before; undefined for the first, and where it cannot be had. */
export function usePlanChanges(
  runId: string,
  version: number,
  since = version - 1,
): KnownChanges | "loading" | undefined {
  const client = useQueryClient();
  const enabled = since >= 1 && since < version;
  const { data, isError } = useQuery({
    queryKey: ["plan-changes", runId, since, version],
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    // Most gates are of a first version: what compares two comes with the first that is not.
    queryFn: async () => {
      const [{ changesBetween }, before, after] = await Promise.all([
        import("./change-lines"),
        client.fetchQuery(planVersionQuery(runId, since)),
        client.fetchQuery(planVersionQuery(runId, version)),
      ]);
      return changesBetween(before.plan, after.plan);
    },
  });
  if (!enabled || isError) return undefined;
  return data ?? "loading";
}

/** What is different from the question that this gate asks again: the value that was shown, and the plan. */
export function SupersededQuestion({ state, gate, onOpenGate }: SupersededQuestionProps) {
  const before = gate.supersedes === undefined ? undefined : getOwn(state.approvals, gate.supersedes);
  const changes = usePlanChanges(state.runId, before ? gate.planVersion : 0, before?.planVersion);
  if (!before) return null;
  const [was, is] = [before.shown?.preview ?? "", gate.shown?.preview ?? ""];
  return (
    <PanelSection
      title={
        before.planVersion === gate.planVersion
          ? "Asked again"
          : `Asked again since plan v${before.planVersion}`
      }
    >
      {was !== is && (
        <dl className="mb-2 grid gap-1">
          <dt className="text-muted text-xs">Previously shown</dt>
          <dd className="whitespace-pre-wrap text-muted">{was}</dd>
          <dt className="text-muted text-xs">Now shown</dt>
          <dd className="whitespace-pre-wrap">{is}</dd>
        </dl>
      )}
      {changes === "loading" && <Skeleton className="h-16" />}
      {changes && changes !== "loading" && <DiffLines lines={changes.lines} />}
      {onOpenGate && (
        <button type="button" className="text-run underline" onClick={() => onOpenGate(before.approvalId)}>
          View the earlier question
        </button>
      )}
    </PanelSection>
  );
}
