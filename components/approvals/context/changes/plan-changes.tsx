"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { DiffLines } from "@/components/plans/diff-lines";
import { planVersionQuery } from "@/lib/client/query";
import type { DiffLine } from "@/lib/core/describe/plans/plan-diff";
import { getOwn } from "@/lib/core/own";
import type { ChangeCounts } from "@/lib/core/plan/compare/diff";
import type { ApprovalState, RunState } from "@/lib/core/run/state";
import { PanelSection } from "../../panel-section";

type SupersededQuestionProps = {
  state: RunState;
  gate: ApprovalState;
  /** Since the earlier question. */
  changes: KnownChanges | undefined;
  onOpenGate?: ((approvalId: string) => void) | undefined;
};

export type KnownChanges = { lines: DiffLine[]; counts: ChangeCounts };

/** What is known of the difference between two versions; no changes of a first version, and where it could not be had. */
export type ChangesRead = {
  changes: KnownChanges | undefined;
  isAwaited: boolean;
  isMissing: boolean;
  isFetching: boolean;
  /** Asks for it again. */
  load(): void;
};

/** What a plan version changed against an earlier one, or the one before. */
export function usePlanChanges(runId: string, version: number, since = version - 1): ChangesRead {
  const client = useQueryClient();
  const enabled = since >= 1 && since < version;
  const { data, isError, isFetching, refetch } = useQuery({
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
  const isMissing = enabled && data === undefined && isError;
  return {
    changes: data,
    isAwaited: enabled && data === undefined && !isError,
    isMissing,
    isFetching,
    load: () => void refetch(),
  };
}

/** The question that a gate asks again. */
export const questionBefore = (state: RunState, { supersedes }: ApprovalState): ApprovalState | undefined =>
  supersedes === undefined ? undefined : getOwn(state.approvals, supersedes);

/** What is different from the question that this gate asks again: the value that was shown, and the plan. */
export function SupersededQuestion({ state, gate, changes, onOpenGate }: SupersededQuestionProps) {
  const before = questionBefore(state, gate);
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
      {changes && <DiffLines lines={changes.lines} />}
      {onOpenGate && (
        <button type="button" className="text-run underline" onClick={() => onOpenGate(before.approvalId)}>
          View the earlier question
        </button>
      )}
    </PanelSection>
  );
}
