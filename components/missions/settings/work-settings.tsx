"use client";

import { MAX_CONCURRENCY } from "@/lib/core/inputs/limits";
import { getOwn } from "@/lib/core/own";
import { ROLE_LABELS } from "../../settings/models/role-labels";
import { DEFAULTS, type SettingsGroupProps, withSetting } from "./chosen-settings";
import { CountField } from "./count-field";
import { type ModelChoice, ModelField, modelOptionLabel } from "./model-field";
import { SettingsGroup } from "./settings-group";

type RoleModelsProps = {
  models: readonly ModelChoice[];
  /** By role; a role that is left out is served by the model above. */
  chosen: Readonly<Record<string, string>>;
  onChoose(chosen: Readonly<Record<string, string>>): void;
};

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
    <SettingsGroup title="Model, concurrency and time">
      <ModelField
        label="Model"
        help="Used for every role without its own model below."
        emptyLabel={`Workspace default${models[0] ? ` (${modelOptionLabel(models[0])})` : ""}`}
        models={models}
        model={model}
        onModel={onModel}
      />
      <RoleModels models={models} chosen={roleModels} onChoose={onRoleModels} />
      <CountField
        label="Parallel tasks"
        help="Fewer parallel tasks are easier to follow and put less load on rate-limited models."
        min={1}
        max={MAX_CONCURRENCY}
        defaultValue={DEFAULTS.maxConcurrency}
        value={chosen.maxConcurrency}
        onChange={(tasks) => onChoose(withSetting(chosen, "maxConcurrency", tasks))}
      />
      <CountField
        label="Model time limit (seconds)"
        help="Per model call. A call also ends after 5 minutes without output, or 90 seconds once output has begun."
        min={1}
        max={86_400}
        defaultValue={DEFAULTS.modelTimeoutMs / 1_000}
        value={secondsOf(chosen.modelTimeoutMs)}
        onChange={(seconds) => onChoose(withSetting(chosen, "modelTimeoutMs", msOf(seconds)))}
      />
      <CountField
        label="Task time limit (seconds)"
        help="For the tools of one attempt; the time of models does not count."
        min={1}
        max={86_400}
        defaultValue={DEFAULTS.taskTimeoutMs / 1_000}
        value={secondsOf(chosen.taskTimeoutMs)}
        onChange={(seconds) => onChoose(withSetting(chosen, "taskTimeoutMs", msOf(seconds)))}
      />
    </SettingsGroup>
  );
}

const secondsOf = (ms: number | undefined) => (ms === undefined ? undefined : ms / 1_000);
const msOf = (seconds: number | undefined) => (seconds === undefined ? undefined : seconds * 1_000);

/** A model of its own for single roles. */
function RoleModels({ models, chosen, onChoose }: RoleModelsProps) {
  const roles = Object.entries(ROLE_LABELS).filter(([role]) => role !== "default");
  const count = Object.keys(chosen).length;
  const choose = (role: string, id: string) => {
    const { [role]: _before, ...others } = chosen;
    onChoose(id === "" ? others : { ...others, [role]: id });
  };
  return (
    <details className="rounded-lg border border-line">
      <summary className="px-3 py-2">
        Models by role <span className="text-muted">{count > 0 ? `(${count} chosen)` : "(optional)"}</span>
      </summary>
      <div className="grid items-start gap-4 border-line border-t p-3 md:grid-cols-2">
        {roles.map(([role, { name, description }]) => (
          <ModelField
            key={role}
            label={name}
            help={description}
            emptyLabel="Same as above"
            models={models}
            model={getOwn(chosen, role) ?? ""}
            onModel={(id) => choose(role, id)}
          />
        ))}
      </div>
    </details>
  );
}
