"use client";

import { useState } from "react";
import { byRoute } from "@/lib/client/mutation";
import { MAX_FALLBACKS } from "@/lib/core/inputs/limits";
import type { ModelForms } from "@/lib/core/inputs/models";
import type { ModelsView, ModelView } from "@/lib/core/models/views";
import { useForm } from "../../ui/behavior/use-form";
import { Button } from "../../ui/button";
import { Field, Select } from "../../ui/field";
import { FormFields } from "../../ui/form-fields";
import { Dialog } from "../../ui/overlay/dialog";
import { DialogForm } from "../../ui/overlay/dialog-form";
import { useChange } from "../use-change";
import { roleLabel } from "./role-labels";

type RoleFormProps = {
  nodes: ModelForms["role"];
  role: ModelsView["roles"][number];
  /** Those that can be called. */
  models: readonly ModelView[];
  onClose(): void;
};

/** How the calls of a role are made, and which models follow when its own cannot be reached. */
export function RoleForm({ nodes, role: saved, models, onClose }: RoleFormProps) {
  const { role } = saved;
  const { fields, read } = useForm(nodes, saved);
  const [fallbacks, setFallbacks] = useState(saved.fallbacks);
  const { problem, pending, change } = useChange(byRoute("POST /api/v1/models/roles"));
  const { name } = roleLabel(role);
  const unset = { placeholder: role === "default" ? "As the model" : "Same as default" };
  const submit = () => {
    const value = read();
    if (value) void change({ role, fallbacks, ...value }, onClose);
  };
  return (
    <Dialog title={`Call settings: ${name}`} open onOpenChange={(open) => open || onClose()}>
      <DialogForm onSend={submit} action={pending ? "Saving…" : "Save"} isBusy={pending} problem={problem}>
        <FormFields
          {...fields}
          texts={{ reasoningEffort: unset, temperature: unset, maxOutputTokens: unset }}
        />
        <Fallbacks
          models={models.filter(({ simulated }) => !simulated)}
          chosen={fallbacks}
          unset={role === "default" ? "None: the run asks a person." : "Same as default."}
          onChange={setFallbacks}
        />
      </DialogForm>
    </Dialog>
  );
}

type FallbacksProps = {
  models: readonly ModelView[];
  chosen: readonly string[];
  unset: string;
  onChange(ids: string[]): void;
};

/** Models in the order in which they are asked. */
function Fallbacks({ models, chosen, unset, onChange }: FallbacksProps) {
  const rest = models.filter(({ id }) => !chosen.includes(id));
  const moveUp = (at: number) =>
    onChange(
      chosen.map((id, index) => (index === at - 1 ? chosen[at] : index === at ? chosen[at - 1] : id) ?? id),
    );
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-medium">Fallback models</legend>
      <p className="text-muted text-xs">
        Asked in this order when the default model is unavailable, rate limited, unknown, out of quota, or its
        key is rejected. Not used where the mission or the agent names its model, nor for reviews that require
        approval.
      </p>
      {chosen.length === 0 && <p className="text-muted text-xs">{unset}</p>}
      <ol className="grid gap-1">
        {chosen.map((id, at) => (
          <li key={id} className="flex flex-wrap items-center gap-2">
            <span className="min-w-0 flex-1 break-all font-mono text-xs">
              {at + 1}. {id}
            </span>
            {at > 0 && (
              <Button size="small" aria-label={`Move up ${id}`} onClick={() => moveUp(at)}>
                Move up
              </Button>
            )}
            <Button
              size="small"
              aria-label={`Remove ${id}`}
              onClick={() => onChange(chosen.filter((one) => one !== id))}
            >
              Remove
            </Button>
          </li>
        ))}
      </ol>
      {rest.length > 0 && chosen.length < MAX_FALLBACKS && (
        <Field label="Add fallback model">
          {(wiring) => (
            <Select {...wiring} value="" onChange={({ target }) => onChange([...chosen, target.value])}>
              <option value="">Choose…</option>
              {rest.map(({ id, label }) => (
                <option key={id} value={id}>
                  {label ? `${label} (${id})` : id}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </fieldset>
  );
}
