"use client";

import type { RunBudgets } from "@/lib/core/run/state/ledger";
import type { ToolInfo } from "../../policies/types";
import type { MissionDraft } from "../mission-draft";
import { AgentSettingsGroup } from "./agent-settings";
import { AnswerSettings } from "./answer-settings";
import { BudgetSettings } from "./budget-settings";
import type { ChosenSettings } from "./chosen-settings";
import { ExampleSettingsGroup } from "./example-settings";
import { LessonSettingsGroup } from "./lesson-settings";
import type { ModelChoice } from "./model-field";
import { PeopleSettings } from "./people-settings";
import { CriticSettings, StyleSettings } from "./plan-settings";
import { PolicySettings } from "./policy-settings";
import { RefinementSettingsGroup } from "./refinement-settings";
import { ReflectionSettingsGroup } from "./reflection-settings";
import { RetrospectSettingsGroup } from "./retrospect-settings";
import { WorkSettings } from "./work-settings";

export type RunSettingsProps = {
  draft: MissionDraft;
  onDraft(draft: MissionDraft): void;
  models: readonly ModelChoice[];
  tools: readonly ToolInfo[];
  budgets: RunBudgets;
};

/** All settings of a run that stand in the fold of its form. */
export function RunSettings({ draft, onDraft, models, tools, budgets }: RunSettingsProps) {
  const { settings: chosen = {}, model = "", roleModels = {} } = draft;
  const onChoose = (settings: ChosenSettings) => onDraft({ ...draft, settings });
  const group = { chosen, onChoose };
  return (
    <>
      <PeopleSettings {...group} />
      <StyleSettings {...group} />
      <CriticSettings {...group} />
      <RefinementSettingsGroup {...group} />
      <AnswerSettings {...group} />
      <ReflectionSettingsGroup {...group} models={models} />
      <RetrospectSettingsGroup {...group} />
      <LessonSettingsGroup {...group} />
      <ExampleSettingsGroup {...group} />
      <BudgetSettings {...group} budgets={budgets} />
      <AgentSettingsGroup {...group} />
      <PolicySettings {...group} tools={tools} />
      <WorkSettings
        {...group}
        models={models}
        model={model}
        onModel={(id) => onDraft({ ...draft, model: id })}
        roleModels={roleModels}
        onRoleModels={(models) => onDraft({ ...draft, roleModels: models })}
      />
    </>
  );
}
