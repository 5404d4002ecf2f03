"use client";

import { type FormEvent, useState } from "react";
import type { ModelsView, ModelView } from "@/lib/core/model-views";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { Switch } from "../../ui/choices";
import { Field, Select } from "../../ui/field";
import { Problem } from "../../ui/problem";
import { useChange } from "../use-change";
import { ModelsCard } from "./models-card";
import { ProvidersCard } from "./providers-card";
import { roleLabel } from "./role-labels";
import type { ModelActions } from "./types";

type DefaultModelsProps = {
  roles: ModelsView["roles"];
  models: readonly ModelView[];
  save: ModelActions["setDefaults"];
};

const sorted = (chosen: Record<string, string>) =>
  Object.entries(chosen).toSorted(([a], [b]) => a.localeCompare(b));

type ModelSettingsProps = { view: ModelsView; actions: ModelActions };

/** Where models come from, which there are, and what each role is served by. */
export function ModelSettings({ view, actions }: ModelSettingsProps) {
  const { providers, models, roles } = view;
  return (
    <div className="grid gap-4">
      <ProvidersCard providers={providers} actions={actions} />
      <ModelsCard providers={providers} models={models} actions={actions} />
      <DefaultModels
        // Another choice of the same roles is another form.
        key={JSON.stringify(roles)}
        roles={roles}
        models={models}
        save={actions.setDefaults}
      />
      <SimulatedTools enabled={view.simulatedTools} save={actions.setSimulatedTools} />
    </div>
  );
}

type SimulatedToolsProps = { enabled: boolean; save: ModelActions["setSimulatedTools"] };

/** Whether real models are offered tools that touch nothing. */
function SimulatedTools({ enabled, save }: SimulatedToolsProps) {
  const { problem, change } = useChange();
  const set = (next: boolean) =>
    change(
      () => save(next),
      () => undefined,
    );
  return (
    <Card title="Simulated tools">
      <div className="grid gap-3">
        <Switch
          checked={enabled}
          onChange={set}
          help="They deploy, test and publish nothing: their results are made up. The simulated model always has them."
        >
          Offer simulated tools to real models
        </Switch>
        <Problem problem={problem} />
      </div>
    </Card>
  );
}

/** Which model serves each role where neither the mission nor its agent names one. */
function DefaultModels({ roles, models, save }: DefaultModelsProps) {
  const saved = Object.fromEntries(
    roles.flatMap(({ role, override }) => (override === null ? [] : [[role, override]])),
  );
  const [chosen, setChosen] = useState<Record<string, string>>(saved);
  const { problem, pending, change } = useChange();
  const callable = models.filter(({ available }) => available);
  const changed = JSON.stringify(sorted(chosen)) !== JSON.stringify(sorted(saved));
  const choose = (role: string, id: string) => {
    const { [role]: _before, ...others } = chosen;
    setChosen(id === "" ? others : { ...others, [role]: id });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change(
      () => save(chosen),
      () => undefined,
    );
  };
  return (
    <Card title="Default models">
      <form onSubmit={submit} className="grid gap-4">
        <p className="text-muted">
          Used when neither the mission nor the agent names a model. Missions can override them.
        </p>
        <div className="grid items-start gap-4 md:grid-cols-2">
          {roles.map(({ role, effective }) => {
            const { name, description } = roleLabel(role);
            const selectedId = chosen[role] ?? "";
            const isUnavailable = selectedId !== "" && !callable.some(({ id }) => id === selectedId);
            return (
              <Field
                key={role}
                label={name}
                help={description}
                error={
                  isUnavailable ? `${selectedId} is unavailable; ${effective} is used instead.` : undefined
                }
              >
                {(wiring) => (
                  <Select
                    {...wiring}
                    value={selectedId}
                    onChange={({ target }) => choose(role, target.value)}
                  >
                    <option value="">{emptyLabel(role, roles, chosen)}</option>
                    {isUnavailable && <option value={selectedId}>{selectedId}</option>}
                    {callable.map((model) => (
                      <option key={model.id} value={model.id}>
                        {optionLabel(model)}
                      </option>
                    ))}
                  </Select>
                )}
              </Field>
            );
          })}
        </div>
        <Problem problem={problem} />
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" variant="main" disabled={pending || !changed}>
            {pending ? "Saving…" : "Save default models"}
          </Button>
          {changed && <span className="text-muted text-xs">Unsaved changes</span>}
        </div>
      </form>
    </Card>
  );
}

/** What holds while nothing is chosen. */
function emptyLabel(role: string, roles: ModelsView["roles"], chosen: Record<string, string>): string {
  if (role !== "default") return chosen.default ? `Same as default (${chosen.default})` : "Same as default";
  const serving = roles.find((one) => one.role === "default" && one.override === null)?.effective;
  return serving ? `First available (${serving})` : "First available";
}

function optionLabel({ id, label, simulated, price }: ModelView): string {
  const suffix = simulated ? ", simulated" : price ? "" : ", price unknown";
  return `${label ? `${label} (${id})` : id}${suffix}`;
}
