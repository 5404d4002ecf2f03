"use client";

import dynamic from "next/dynamic";
import type { RunBudgets } from "@/lib/core/run/state/ledger";
import type { ToolInfo } from "../../policies/types";
import { Switch } from "../../ui/choices";
import type { MissionDraft } from "../mission-draft";
import { AnswerSettings } from "./answer-settings";
import { type ChosenSettings, DEFAULTS, withSetting } from "./chosen-settings";
import type { ModelChoice } from "./model-field";
import { PeopleSettings } from "./people-settings";
import { CriticSettings, StyleSettings } from "./plan-settings";
import { ReflectionSettingsGroup } from "./reflection-settings";
import { WorkSettings } from "./work-settings";

// They stand in a fold: their code comes after that of the page.
const BudgetSettings = dynamic(() => import("./budget-settings").then((room) => room.BudgetSettings), {
  ssr: false,
});
const LessonSettingsGroup = dynamic(
  () => import("./lesson-settings").then((room) => room.LessonSettingsGroup),
  {
    ssr: false,
  },
);
const ExampleSettingsGroup = dynamic(
  () => import("./example-settings").then((room) => room.ExampleSettingsGroup),
  { ssr: false },
);
const RetrospectSettingsGroup = dynamic(
  () => import("./retrospect-settings").then((room) => room.RetrospectSettingsGroup),
  { ssr: false },
);
const RefinementSettingsGroup = dynamic(
  () => import("./refinement-settings").then((room) => room.RefinementSettingsGroup),
  { ssr: false },
);
const PolicySettings = dynamic(() => import("./policy-settings").then((room) => room.PolicySettings), {
  ssr: false,
});

type MissionSettingsProps = {
  draft: MissionDraft;
  onDraft(draft: MissionDraft): void;
  models: readonly ModelChoice[];
  tools: readonly ToolInfo[];
  budgets: RunBudgets;
};

/** How much the run may do by itself. */
export function MissionSettings({ draft, onDraft, models, tools, budgets }: MissionSettingsProps) {
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
        <RefinementSettingsGroup {...group} />
        <AnswerSettings {...group} />
        <ReflectionSettingsGroup {...group} models={models} />
        <RetrospectSettingsGroup {...group} />
        <LessonSettingsGroup {...group} />
        <ExampleSettingsGroup {...group} />
        <BudgetSettings {...group} budgets={budgets} />
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
