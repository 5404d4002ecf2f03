"use client";

import type { ApprovalState, RunState } from "@/lib/core/run/state";
import { PanelSection } from "./panel-section";
import { PlanChanges } from "./plan-changes";
import { usePlanChanges } from "./use-plan-changes";

type SupersededQuestionProps = {
  state: RunState;
  gate: ApprovalState;
  onOpenGate?: ((approvalId: string) => void) | undefined;
};

/** What is different from the question that this gate asks anew: the value that was shown, and the plan. */
export function SupersededQuestion({ state, gate, onOpenGate }: SupersededQuestionProps) {
  const before = gate.supersedes === undefined ? undefined : state.approvals[gate.supersedes];
  const changes = usePlanChanges(state.runId, gate.planVersion, before?.planVersion);
  if (!before) return null;
  const [was, is] = [before.shown?.preview ?? "", gate.shown?.preview ?? ""];
  return (
    <PanelSection title={`Asked anew since plan v${before.planVersion}`}>
      {was !== is && (
        <dl className="mb-2 grid gap-1">
          <dt className="text-muted text-xs">Shown before</dt>
          <dd className="whitespace-pre-wrap text-bad">{was}</dd>
          <dt className="text-muted text-xs">Shown now</dt>
          <dd className="whitespace-pre-wrap text-ok">{is}</dd>
        </dl>
      )}
      {changes && <PlanChanges lines={changes} />}
      {onOpenGate && (
        <button type="button" className="text-run underline" onClick={() => onOpenGate(before.approvalId)}>
          See the earlier question
        </button>
      )}
    </PanelSection>
  );
}
