"use client";

import { type ReactNode, useState } from "react";
import { readEntries } from "@/lib/core/form";
import { getOwn } from "@/lib/core/own";
import type { SettingsForm } from "@/lib/core/run/settings-form";
import type { RunBudgets } from "@/lib/core/run/state/ledger";
import type { ToolInfo } from "../../policies/types";
import { FormFields } from "../../ui/form-fields";
import type { MissionDraft } from "../mission-draft";
import type { ChosenSettings, SettingsGroupProps } from "./chosen-settings";
import type { ModelChoice } from "./model-field";
import { PolicySettings } from "./policy-settings";
import { CritiqueFields } from "./reflection-settings";
import { defaultTexts, entryOf, LIMITS, limitSource, saidBy, withEntry, withLimit } from "./setting-entries";
import { SettingsGroup } from "./settings-group";
import { WorkModels } from "./work-settings";

export type RunSettingsProps = {
  draft: MissionDraft;
  onDraft(draft: MissionDraft): void;
  form: SettingsForm;
  models: readonly ModelChoice[];
  tools: readonly ToolInfo[];
  budgets: RunBudgets;
};

/** All settings of a run that stand in the fold of its form. */
export function RunSettings({ draft, onDraft, form, models, tools, budgets }: RunSettingsProps) {
  const { settings: chosen = {}, model = "", roleModels = {} } = draft;
  const onChoose = (settings: ChosenSettings) => onDraft({ ...draft, settings });
  const fields = useSettingFields({ form, budgets, chosen, onChoose });
  const own = { chosen, onChoose };
  const reflection = chosen.reflection ?? form.defaults.reflection;
  return (
    <>
      <SettingsGroup title="Reviews and people">
        {fields("reviewMode", "controls", "afterApproval", "fourEyes")}
      </SettingsGroup>
      <SettingsGroup title="Plan style">{fields("planStyle", "detailOnDemand")}</SettingsGroup>
      <SettingsGroup title="Plan critique">{fields("critic/mode", "critic/minScore")}</SettingsGroup>
      <SettingsGroup title="Refinement">
        {fields(
          "refinement/enabled",
          "refinement/apply",
          "refinement/wait",
          "refinement/max",
          "refinement/timeoutMs",
        )}
      </SettingsGroup>
      <SettingsGroup title="Results and answer">
        {fields("llmReviewCritical", "summarizer", "maxIterations")}
      </SettingsGroup>
      <SettingsGroup title="Answer reflection">
        {fields("reflection/enabled", "reflection/threshold", "reflection/maxRevisions")}
        {reflection.enabled && (
          <CritiqueFields
            reflection={reflection}
            defaults={form.defaults.reflection}
            models={models}
            onChange={(changed) => onChoose({ ...chosen, reflection: changed })}
          />
        )}
      </SettingsGroup>
      <SettingsGroup title="Self-assessment">
        {fields("reasoning", "selfCritique", "retrospect/enabled", "retrospect/below", "retrospect/minTasks")}
      </SettingsGroup>
      <SettingsGroup title="Lessons">
        {fields("lessons/use", "lessons/max", "lessons/maxTokens", "lessons/propose")}
      </SettingsGroup>
      <SettingsGroup title="Examples">
        {fields("examples/use", "examples/max", "examples/maxTokens")}
      </SettingsGroup>
      <SettingsGroup title="Budgets">{fields(...LIMITS, "onBudget")}</SettingsGroup>
      <SettingsGroup title="Agent budgets">
        <p className="text-muted">
          For each attempt of agents to which the plan gives none. What is spent ends the attempt, and the
          task is retried as the plan says.
        </p>
        {fields(
          "maxTurns",
          "agentTokenBudget",
          "agentCostBudgetMicroUsd",
          "agentHopBudget",
          "agentDeadlineMs",
        )}
      </SettingsGroup>
      <PolicySettings {...own} tools={tools} />
      <SettingsGroup title="Model, concurrency and time">
        <WorkModels
          models={models}
          model={model}
          onModel={(id) => onDraft({ ...draft, model: id })}
          roleModels={roleModels}
          onRoleModels={(models) => onDraft({ ...draft, roleModels: models })}
        />
        {fields("maxConcurrency", "modelTimeoutMs", "taskTimeoutMs")}
      </SettingsGroup>
    </>
  );
}

type FieldsProps = Pick<RunSettingsProps, "form" | "budgets"> & SettingsGroupProps;

/** Draws fields by their ids, with what was chosen in them. */
function useSettingFields({ form, budgets, chosen, onChoose }: FieldsProps): (...ids: string[]) => ReactNode {
  /** As it was typed, as long as it says what is chosen: `1.` is a number on its way. */
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const defaults = { ...form.defaults, ...budgets };
  const all = form.nodes.flatMap((node) => (node.kind === "group" ? node.fields : [node]));
  const entries = Object.fromEntries(
    all.map((field) => {
      const text = getOwn(typed, field.id);
      const isCurrent =
        text !== undefined &&
        entryOf(field, withEntry(field, chosen, defaults, text), defaults) ===
          entryOf(field, chosen, defaults);
      return [field.id, isCurrent ? text : entryOf(field, chosen, defaults)];
    }),
  );
  const reading = readEntries(
    all.map((field) => ({ ...field, required: false })),
    entries,
  );
  const texts = all.map((field) => {
    const limit = LIMITS.find((one) => one === field.id);
    const source = limit && limitSource(limit, chosen[limit], budgets[limit]);
    const said = defaultTexts(field);
    return [field.id, source === undefined ? said : { ...said, help: `${field.help} ${source}` }];
  });
  const onChange = (id: string, text: string) => {
    const field = all.find((one) => one.id === id);
    if (!field) return;
    setTyped({ ...typed, [id]: text });
    const limit = LIMITS.find((one) => one === id);
    const next = limit
      ? withLimit(chosen, limit, { limit: saidBy(field, text) as number, ofWorkspace: budgets[limit] })
      : withEntry(field, chosen, defaults, text);
    onChoose(next);
  };
  return (...ids) => (
    <FormFields
      nodes={ids.flatMap((id) => all.filter((one) => one.id === id))}
      texts={Object.fromEntries(texts)}
      entries={entries}
      problems={"problems" in reading ? reading.problems : {}}
      onChange={onChange}
      isWide
    />
  );
}
