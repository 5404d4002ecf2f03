"use client";

import { VersionDiff } from "@/components/replans/comparison";
import { RefinedTasks } from "@/components/replans/refined-tasks";
import type { Question } from "@/lib/core/run/events/questions";
import type { RunState } from "@/lib/core/run/state";
import { PanelSection } from "../../panel-section";
import { Part } from "../unread";
import { useOfferedDiff } from "./use-offered-diff";

type RefinementFactsProps = { state: RunState; question: Extract<Question, { about: "refinement" }> };

/** What a refinement would change, each with the model's reason, and as long as it is asked the difference in full. */
export function RefinementFacts({ state, question }: RefinementFactsProps) {
  const compared = useOfferedDiff(state, state.refinements?.offered?.plan);
  const titleOf = (id: string) =>
    [...question.modified, ...question.added, ...question.skipped].find(({ taskId }) => taskId === id)?.title;
  return (
    <Part name="changes">
      <PanelSection title="Changes">
        <RefinedTasks facts={question} titleOf={(id) => titleOf(id) ?? id} />
      </PanelSection>
      {compared && <VersionDiff runId={state.runId} {...compared} summed={false} />}
    </Part>
  );
}
