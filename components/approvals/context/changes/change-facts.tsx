"use client";

import { VersionDiff } from "@/components/replans/comparison";
import { formatEndedTasks } from "@/lib/core/describe/costs/totals";
import { titledLines } from "@/lib/core/describe/plans/plan-diff";
import { formatReason } from "@/lib/core/describe/reason";
import type { Question } from "@/lib/core/run/events/questions";
import type { RunState } from "@/lib/core/run/state";
import { PanelSection } from "../../panel-section";
import { PlanChanges } from "./plan-changes";
import { useOfferedDiff } from "./use-offered-diff";

type ChangeFactsProps = { state: RunState; question: Extract<Question, { about: "plan_change" }> };

/** Why a model wants to change a settled plan, what has ended, what would change, and as long as it is asked the difference in full. */
export function ChangeFacts({ state, question }: ChangeFactsProps) {
  const { version, title, cause, ended, tasks, changes, weakness } = question;
  const diff = useOfferedDiff(state, state.offered?.version === version ? state.offered.patch : undefined);
  return (
    <>
      <PanelSection title="Reason" aside={formatEndedTasks(ended, tasks)}>
        <p className="whitespace-pre-wrap">{formatReason(cause)}</p>
      </PanelSection>
      <PanelSection title={`Changes in plan v${version}`} aside={title}>
        <PlanChanges lines={titledLines(changes)} />
      </PanelSection>
      {weakness && (
        <PanelSection title="Critique">
          <p>{weakness.summary}</p>
          <ul className="grid gap-0.5 text-amber">
            {weakness.gravest.map((finding) => (
              <li key={finding}>
                <span aria-hidden="true">▲ </span>
                {finding}
              </li>
            ))}
          </ul>
        </PanelSection>
      )}
      {diff && <VersionDiff runId={state.runId} diff={diff} />}
    </>
  );
}
