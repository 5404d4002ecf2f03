"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy } from "react";
import { DiffLines, type WordedLine } from "@/components/plans/diff-lines";
import { planVersionQuery } from "@/lib/client/query";
import { quoted } from "@/lib/core/legible/marked";
import { getOwn } from "@/lib/core/own";
import type { ChangeCounts } from "@/lib/core/plan/compare/diff";
import { askedEarlier } from "@/lib/core/run/gates/earlier";
import type { ApprovalState, RunState } from "@/lib/core/run/state";
import { LiveButton } from "../../../ui/live";
import { SeenText } from "../../../ui/seen-text";
import { PanelSection } from "../../panel-section";

/** Most gates ask for the first time: what compares two values comes with the first that does not. */
const RevisedValue = lazy(() => import("./revised-value").then((room) => ({ default: room.RevisedValue })));

type EarlierQuestionProps = {
  state: RunState;
  gate: ApprovalState;
  /** Since the earlier question. */
  changes: KnownChanges | undefined;
  onOpenGate?: ((approvalId: string) => void) | undefined;
};

export type KnownChanges = { lines: WordedLine[]; counts: ChangeCounts };

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

/**
 * What is different from the question that this gate asks again, because it was taken away or because people wanted something
 * else: what they wrote, and beside it what came of that, in the words of the value that was shown, and in the plan.
 */
export function EarlierQuestion({ state, gate, changes, onOpenGate }: EarlierQuestionProps) {
  const earlier = askedEarlier(state, gate);
  if (!earlier) return null;
  const { gate: before, wish } = earlier;
  const isSuperseded = gate.supersedes !== undefined;
  const isRevised = before.shown && gate.shown && before.shown.digest !== gate.shown.digest;
  if (!isSuperseded && !wish && !isRevised) return null;
  return (
    <PanelSection
      title={
        before.planVersion === gate.planVersion
          ? "Asked again"
          : `Asked again since plan v${before.planVersion}`
      }
    >
      {wish && (
        <p className="mb-2 wrap-anywhere">
          <SeenText text={wish.by} /> wanted: <SeenText text={quoted(wish.words)} />
        </p>
      )}
      {before.shown && gate.shown && isRevised && (
        <div className="mb-2 grid gap-1">
          <p className="text-muted text-xs">What changed in what is shown</p>
          <RevisedValue runId={state.runId} before={before.shown} after={gate.shown} />
        </div>
      )}
      {isSuperseded && changes && <DiffLines lines={changes.lines} />}
      {onOpenGate && (
        <LiveButton className="text-run underline" onClick={() => onOpenGate(before.approvalId)}>
          View the earlier question
        </LiveButton>
      )}
    </PanelSection>
  );
}
