"use client";

import { useMemo } from "react";
import { diffPlans, type PlanDiff } from "@/lib/core/plan/compare/diff";
import { applyPatch } from "@/lib/core/run/events/plan-versions";
import type { Question } from "@/lib/core/run/events/questions";
import type { RunState } from "@/lib/core/run/state";
import { VersionDiff } from "../../replans/comparison";
import { RefinedTasks } from "../../replans/refined-tasks";
import { PanelSection } from "../panel-section";

type RefinementFactsProps = { state: RunState; question: Extract<Question, { about: "refinement" }> };

/** What a refinement would change, each with the model's reason, and as long as it is asked the difference in full. */
export function RefinementFacts({ state, question }: RefinementFactsProps) {
  const diff = useMemo(() => offeredDiff(state), [state]);
  const titleOf = (id: string) =>
    [...question.modified, ...question.added, ...question.skipped].find(({ taskId }) => taskId === id)?.title;
  return (
    <>
      <PanelSection title="Changes">
        <RefinedTasks facts={question} titleOf={(id) => titleOf(id) ?? id} />
      </PanelSection>
      {diff && <VersionDiff runId={state.runId} diff={diff} />}
    </>
  );
}

/** The plan in force against the one with the refinement that waits; a version that is not adopted is not stored. */
function offeredDiff({ refinements, planTitle, agents, order, tasks }: RunState): PlanDiff | undefined {
  const patch = refinements?.offered?.plan?.patch;
  if (!patch) return;
  const current = { title: planTitle, agents, tasks: order.flatMap((id) => tasks[id]?.spec ?? []) };
  const next = applyPatch(current, patch);
  return next && diffPlans(current, next);
}
