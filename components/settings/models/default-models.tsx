"use client";

import dynamic from "next/dynamic";
import { type FormEvent, useState } from "react";
import { byRoute } from "@/lib/client/mutation";
import type { ModelForms } from "@/lib/core/inputs/models";
import type { ModelsView, ModelView } from "@/lib/core/models/views";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { Field, Select } from "../../ui/field";
import { Problem } from "../../ui/problem";
import { useChange } from "../use-change";
import { roleFacts } from "./labels";
import { roleLabel } from "./role-labels";

const RoleForm = dynamic(() => import("./role-form").then((room) => room.RoleForm), { ssr: false });

type RoleView = ModelsView["roles"][number];

type DefaultModelsProps = {
  /** The fields of a role's calls. */
  nodes: ModelForms["role"];
  roles: readonly RoleView[];
  models: readonly ModelView[];
};

const sorted = (chosen: Record<string, string>) =>
  Object.entries(chosen).toSorted(([a], [b]) => a.localeCompare(b));

/** Which model serves each role where neither the mission nor its agent names one. */
export function DefaultModels({ nodes, roles, models }: DefaultModelsProps) {
  const saved = Object.fromEntries(
    roles.flatMap(({ role, override }) => (override === null ? [] : [[role, override]])),
  );
  const [chosen, setChosen] = useState<Record<string, string>>(saved);
  const [edited, setEdited] = useState<RoleView>();
  const { problem, pending, change } = useChange(byRoute("POST /api/v1/models/defaults"));
  const callable = models.filter(({ available }) => available);
  const changed = JSON.stringify(sorted(chosen)) !== JSON.stringify(sorted(saved));
  const choose = (role: string, id: string) => {
    const { [role]: _before, ...others } = chosen;
    setChosen(id === "" ? others : { ...others, [role]: id });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void change({ defaults: chosen });
  };
  return (
    <Card title="Default models">
      <form onSubmit={submit} className="grid gap-4">
        <p className="text-muted">
          Used when neither the mission nor the agent names a model. Missions can override them.
        </p>
        <div className="grid items-start gap-4 md:grid-cols-2">
          {roles.map((one) => {
            const { role, effective } = one;
            const { name, description } = roleLabel(role);
            const selectedId = chosen[role] ?? "";
            const isUnavailable = selectedId !== "" && !callable.some(({ id }) => id === selectedId);
            return (
              <div key={role} className="grid gap-1">
                <Field
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
                <p className="text-xs">
                  <span className="text-muted">{roleFacts(one).join(" · ")} </span>
                  <Button
                    size="small"
                    variant="quiet"
                    className="px-0 underline"
                    aria-label={`Call settings: ${name}`}
                    onClick={() => setEdited(one)}
                  >
                    Call settings
                  </Button>
                </p>
              </div>
            );
          })}
        </div>
        <Problem problem={problem} />
        <SaveRow isPending={pending} isChanged={changed} />
      </form>
      {/* Beside the form: what is submitted in the dialog is not submitted here. */}
      {edited && (
        <RoleForm nodes={nodes} role={edited} models={callable} onClose={() => setEdited(undefined)} />
      )}
    </Card>
  );
}

/** Sends the form around it, once there is something to send. */
const SaveRow = ({ isPending, isChanged }: { isPending: boolean; isChanged: boolean }) => (
  <div className="flex flex-wrap items-center gap-3">
    <Button type="submit" variant="main" disabled={isPending || !isChanged}>
      {isPending ? "Saving…" : "Save default models"}
    </Button>
    {isChanged && <span className="text-muted text-xs">Unsaved changes</span>}
  </div>
);

/** What holds while nothing is chosen. */
function emptyLabel(role: string, roles: readonly RoleView[], chosen: Record<string, string>): string {
  if (role !== "default") return chosen.default ? `Same as default (${chosen.default})` : "Same as default";
  const serving = roles.find((one) => one.role === "default" && one.override === null)?.effective;
  return serving ? `First available (${serving})` : "First available";
}

function optionLabel({ id, label, simulated, price }: ModelView): string {
  const suffix = simulated ? ", simulated" : price ? "" : ", price unknown";
  return `${label ? `${label} (${id})` : id}${suffix}`;
}
