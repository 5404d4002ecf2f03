"use client";

import { DEFAULTS, type SettingsGroupProps, withSetting } from "./chosen";
import { CountField } from "./count-field";
import { type ModelChoice, ModelField, modelOptionLabel } from "./model-field";
import { RoleModels } from "./role-models";
import { SettingsGroup } from "./settings-group";

const MAX_CONCURRENCY = 200;

type WorkSettingsProps = SettingsGroupProps & {
  models: readonly ModelChoice[];
  /** Of all roles that have none below; empty for what the settings say. */
  model: string;
  onModel(model: string): void;
  roleModels: Readonly<Record<string, string>>;
  onRoleModels(models: Readonly<Record<string, string>>): void;
};

/** Which model does the work, and how much of it at a time. */
export function WorkSettings(props: WorkSettingsProps) {
  const { chosen, onChoose, models, model, onModel, roleModels, onRoleModels } = props;
  return (
    <SettingsGroup title="Model and pace">
      <ModelField
        label="Model"
        help="It serves every role of this run that has none of its own below."
        emptyLabel={`As the settings say${models[0] ? ` (${modelOptionLabel(models[0])})` : ""}`}
        models={models}
        model={model}
        onModel={onModel}
      />
      <RoleModels models={models} chosen={roleModels} onChoose={onRoleModels} />
      <CountField
        label="Tasks at the same time"
        help="Fewer are easier to watch, and gentler to a model with a limit."
        min={1}
        max={MAX_CONCURRENCY}
        defaultValue={DEFAULTS.maxConcurrency}
        value={chosen.maxConcurrency}
        onChange={(tasks) => onChoose(withSetting(chosen, "maxConcurrency", tasks))}
      />
    </SettingsGroup>
  );
}
