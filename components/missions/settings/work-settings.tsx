"use client";

import { getOwn } from "@/lib/core/own";
import { ROLE_LABELS } from "../../settings/models/role-labels";
import { type ModelChoice, ModelField, modelOptionLabel } from "./model-field";

type RoleModelsProps = {
  models: readonly ModelChoice[];
  /** By role; a role that is left out is served by the model above. */
  chosen: Readonly<Record<string, string>>;
  onChoose(chosen: Readonly<Record<string, string>>): void;
};

type WorkModelsProps = {
  models: readonly ModelChoice[];
  /** Of all roles that have none below; empty for what the settings say. */
  model: string;
  onModel(model: string): void;
  roleModels: Readonly<Record<string, string>>;
  onRoleModels(models: Readonly<Record<string, string>>): void;
};

/** Asks which models do the work. */
export function WorkModels({ models, model, onModel, roleModels, onRoleModels }: WorkModelsProps) {
  return (
    <>
      <ModelField
        label="Model"
        help="Used for every role without its own model below."
        emptyLabel={`Workspace default${models[0] ? ` (${modelOptionLabel(models[0])})` : ""}`}
        models={models}
        model={model}
        onModel={onModel}
      />
      <RoleModels models={models} chosen={roleModels} onChoose={onRoleModels} />
    </>
  );
}

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
