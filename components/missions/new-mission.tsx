"use client";

import { PencilLine } from "lucide-react";
import { useCallback, useMemo, useRef, useState } from "react";
import { type StoredPolicy, workspacePolicies } from "@/lib/core/policy";
import { planPolicies } from "@/lib/core/run/tool-policies";
import { SAMPLE_SETTINGS, type Scenario } from "@/lib/core/scenarios";
import { withPredicate } from "../plans/apply-predicate";
import { PlanPreview } from "../plans/plan-preview";
import type { LocatedIssue } from "../plans/plan-reading";
import { usePlanReading } from "../plans/use-plan-reading";
import type { ToolInfo } from "../policies/types";
import { Card } from "../ui/card";
import { MissionForm } from "./mission-form";
import { SampleGrid } from "./sample-grid";
import { selectInText } from "./select-in-text";
import { DEFAULTS } from "./settings/chosen";
import type { ModelChoice } from "./settings/model-field";
import type { MissionDraft, StartMission } from "./types";
import { HowItWorks } from "./what-happens";

type NewMissionProps = {
  models: readonly ModelChoice[];
  tools: readonly ToolInfo[];
  /** Those of the workspace, which bind what is pasted. */
  policies: readonly StoredPolicy[];
  scenarios: readonly Scenario[];
  start: StartMission;
};

/** The form of a new mission, and beside it what a pasted plan is read as. */
export function NewMission({ models, tools, policies, scenarios, start }: NewMissionProps) {
  const [draft, setDraft] = useState<MissionDraft>({ mission: "", plan: "" });
  const [selected, setSelected] = useState<string>();
  /** The plan's text before it was written anew. */
  const [previousPlan, setPreviousPlan] = useState<string>();
  const area = useRef<HTMLTextAreaElement>(null);
  const missionArea = useRef<HTMLTextAreaElement>(null);
  const { reading, lastValid, isStale } = usePlanReading(draft.plan, tools, usePlanPolicies(policies, draft));
  const onGo = useCallback(({ range, taskId }: LocatedIssue) => {
    if (range && area.current) selectInText(area.current, range);
    if (taskId !== undefined) setSelected(taskId);
  }, []);
  const onDraft = (next: MissionDraft) => {
    if (next.plan !== draft.plan) setPreviousPlan(undefined);
    setDraft(next);
  };
  const onSample = ({ mission }: Scenario) => {
    onDraft({ ...draft, mission, settings: { ...draft.settings, ...SAMPLE_SETTINGS } });
    missionArea.current?.focus();
  };
  const onPredicate = (taskId: string, predicate: string | undefined) => {
    setPreviousPlan(draft.plan);
    setDraft({ ...draft, plan: withPredicate({ text: draft.plan, taskId, predicate }) });
  };
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
      <Card title="Mission">
        <MissionForm
          draft={draft}
          onDraft={onDraft}
          models={models}
          tools={tools}
          start={start}
          area={area}
          missionArea={missionArea}
          onUndo={previousPlan === undefined ? undefined : () => onDraft({ ...draft, plan: previousPlan })}
        />
      </Card>
      {reading ? (
        <Card title="Plan preview" aside={isStale ? "reading…" : undefined}>
          <PlanPreview
            reading={reading}
            lastValid={lastValid}
            selected={selected}
            onSelect={setSelected}
            onGo={onGo}
            onPredicate={onPredicate}
          />
        </Card>
      ) : (
        <div className="grid gap-4">
          <HowItWorks planFirst={draft.settings?.planApproval ?? false} />
          <Card title="Or take a sample" aside="The simulated model plays these as stories">
            <SampleGrid
              scenarios={scenarios}
              labelOf={() => "Fill in"}
              icon={<PencilLine aria-hidden="true" className="size-3.5" />}
              onPick={onSample}
            />
          </Card>
        </div>
      )}
    </div>
  );
}

/** What the plan of this draft is held against: the policies of the workspace, and the run's own. */
function usePlanPolicies(policies: readonly StoredPolicy[], { settings }: MissionDraft) {
  const toolPolicy = settings?.toolPolicy;
  return useMemo(() => {
    const state = { settings: { ...DEFAULTS, ...(toolPolicy && { toolPolicy }) } };
    return planPolicies({ state, workspace: workspacePolicies(policies) }, "person").policies;
  }, [policies, toolPolicy]);
}
