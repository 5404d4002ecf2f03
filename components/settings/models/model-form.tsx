"use client";

import { useState } from "react";
import { byRoute } from "@/lib/client/mutation";
import type { ModelForms } from "@/lib/core/inputs/models";
import type { ModelView, ProviderView } from "@/lib/core/models/views";
import { useForm } from "../../ui/behavior/use-form";
import { Field, Select, TextInput } from "../../ui/field";
import { FormFields } from "../../ui/form-fields";
import { Dialog } from "../../ui/overlay/dialog";
import { DialogForm } from "../../ui/overlay/dialog-form";
import { useChange } from "../use-change";
import { modelExample, priceDescription, tokensText } from "./labels";

type ModelFormProps = {
  nodes: ModelForms["model"];
  /** The one that is changed; a new one without. */
  model: ModelView | undefined;
  providers: readonly ProviderView[];
  /** Ids of the models that there are. */
  taken: readonly string[];
  onClose(): void;
};

/** What a model is called, costs and takes. What was typed stays when something is wrong with it. */
export function ModelForm({ nodes, model, providers, taken, onClose }: ModelFormProps) {
  const [providerName, setProvider] = useState(providers.at(-1)?.name ?? "");
  const [name, setName] = useState("");
  const { fields, tried, read } = useForm(nodes, model?.overrides ?? undefined);
  const { problem, pending, change } = useChange(byRoute("POST /api/v1/models"));
  const id = model?.id ?? `${providerName}:${name.trim()}`;
  const issue = model ? undefined : idProblem(id, taken);
  const submit = () => {
    const value = read();
    if (value && !issue) void change({ id, ...value }, onClose);
  };
  return (
    <Dialog
      title={model ? `Edit ${model.id}` : "Add model"}
      size="wide"
      open
      onOpenChange={(open) => open || onClose()}
    >
      <DialogForm onSend={submit} action={pending ? "Saving…" : "Save"} isBusy={pending} problem={problem}>
        {!model && (
          <div className="grid items-start gap-4 md:grid-cols-2">
            <Field label="Provider">
              {(wiring) => (
                <Select {...wiring} value={providerName} onChange={({ target }) => setProvider(target.value)}>
                  {providers.map(({ name }) => (
                    <option key={name} value={name}>
                      {name}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            <Field
              label="Model"
              help={`The provider’s model name, such as ${modelExample(providers.find((one) => one.name === providerName)?.kind)}.`}
              error={tried ? issue : undefined}
            >
              {(wiring) => (
                <TextInput
                  {...wiring}
                  required
                  value={name}
                  onChange={({ target }) => setName(target.value)}
                  autoComplete="off"
                  spellCheck={false}
                  className="font-mono"
                />
              )}
            </Field>
          </div>
        )}
        <FormFields {...fields} texts={knownTexts(model)} isWide />
      </DialogForm>
    </Dialog>
  );
}

/** Says why a new model cannot have this id. */
export function idProblem(id: string, taken: readonly string[]): string | undefined {
  if (taken.includes(id)) return `${id} already exists. Edit it instead.`;
  return /\s/.test(id) ? "Model names cannot contain spaces." : undefined;
}

/** Words for what holds while fields are empty. */
function knownTexts(model: ModelView | undefined) {
  const { contextTokens = null } = model?.overrides?.contextTokens == null ? (model ?? {}) : {};
  return {
    price: { help: priceHelp(model) },
    contextTokens: {
      placeholder: contextTokens === null ? "unknown or list value" : `${tokensText(contextTokens)} (listed)`,
    },
    images: { placeholder: `As listed (${listedSupport(model, "images")})` },
    pdf: { placeholder: `As listed (${listedSupport(model, "pdf")})` },
  };
}

/** What is known of a model of which the settings say nothing. */
function listedSupport(model: ModelView | undefined, files: "images" | "pdf"): string {
  if (!model || (model.overrides?.[files] ?? null) !== null) return "if known";
  return model[files] ? "yes" : "no";
}

/** What holds while the fields of the price are empty. */
function priceHelp(model: ModelView | undefined): string {
  if (!model || model.overrides?.price) return "Leave empty to use the list price, if any.";
  const { figures, from } = priceDescription(model);
  return model.price
    ? `Leave empty to use the ${from}: ${figures}.`
    : "No list price. If left empty, the cost is unknown.";
}
