"use client";

import type { ToolInfo } from "../../policies/types";
import { Switch } from "../../ui/choices";
import type { MissionDraft } from "../mission-draft";
import { AnswerSettings } from "./answer-settings";
import { BudgetSettings } from "./budget-settings";
import { type ChosenSettings, DEFAULTS, withSetting } from "./chosen-settings";
import { LessonSettingsGroup } from "./lesson-settings";
import type { ModelChoice } from "./model-field";
import { PeopleSettings } from "./people-settings";
import { CriticSettings, StyleSettings } from "./plan-settings";
import { PolicySettings } from "./policy-settings";
import { ReflectionSettingsGroup } from "./reflection-settings";
import { RetrospectSettingsGroup } from "./retrospect-settings";
import { WorkSettings } from "./work-settings";

type MissionSettingsProps = {
  draft: MissionDraft;
  onDraft(draft: MissionDraft): void;
  models: readonly ModelChoice[];
  tools: readonly ToolInfo[];
};

/** How much the run may do by itself. */
export function MissionSettings({ draft, onDraft, models, tools }: MissionSettingsProps) {
  const { plan, settings: chosen = {}, model = "", roleModels = {} } = draft;
  const onChoose = (settings: ChosenSettings) => onDraft({ ...draft, settings });
  const group = { chosen, onChoose };
  return (
    <>
      {plan.trim() === "" && (
        <Switch
          checked={chosen.planApproval ?? DEFAULTS.planApproval}
          onChange={(on) => onChoose(withSetting(chosen, "planApproval", on))}
          help="Review the drafted plan before it runs."
        >
          Plan first
        </Switch>
      )}
      <details className="rounded-lg border border-line">
        <summary className="px-3 py-2 font-medium">Run settings</summary>
        <PeopleSettings {...group} />
        <StyleSettings {...group} />
        <CriticSettings {...group} />
        <AnswerSettings {...group} />
        <ReflectionSettingsGroup {...group} models={models} />
        <RetrospectSettingsGroup {...group} />
        <LessonSettingsGroup {...group} />
        <BudgetSettings {...group} />
        <PolicySettings {...group} tools={tools} />
        <WorkSettings
          {...group}
          models={models}
          model={model}
          onModel={(id) => onDraft({ ...draft, model: id })}
          roleModels={roleModels}
          onRoleModels={(models) => onDraft({ ...draft, roleModels: models })}
        />
      </details>
    </>
  );
}
