"use client";

import { ROLE_LABELS } from "../../settings/models/role-words";
import { type ModelChoice, ModelField } from "./model-field";

type RoleModelsProps = {
  models: readonly ModelChoice[];
  /** By role; a role that is left out is served by the model above. */
  chosen: Readonly<Record<string, string>>;
  onChoose(chosen: Readonly<Record<string, string>>): void;
};

/** A model of its own for single roles. */
export function RoleModels({ models, chosen, onChoose }: RoleModelsProps) {
  const roles = Object.entries(ROLE_LABELS).filter(([role]) => role !== "default");
  const count = Object.keys(chosen).length;
  const choose = (role: string, id: string) => {
    const { [role]: _before, ...others } = chosen;
    onChoose(id === "" ? others : { ...others, [role]: id });
  };
  return (
    <details className="rounded-lg border border-line">
      <summary className="px-3 py-2">
        A model for each role{" "}
        <span className="text-muted">{count > 0 ? `(${count} chosen)` : "(optional)"}</span>
      </summary>
      <div className="grid items-start gap-4 border-line border-t p-3 md:grid-cols-2">
        {roles.map(([role, { name, description }]) => (
          <ModelField
            key={role}
            label={name}
            help={description}
            emptyLabel="As above"
            models={models}
            model={chosen[role] ?? ""}
            onModel={(id) => choose(role, id)}
          />
        ))}
      </div>
    </details>
  );
}
