"use client";

import { useState } from "react";
import { byRoute } from "@/lib/client/mutation";
import { MAX_MODEL_LABEL_CHARS } from "@/lib/core/inputs/limits";
import type { ModelView, ProviderView } from "@/lib/core/models/views";
import { Choices, Switch } from "../../ui/choices";
import { Field, Select, TextInput } from "../../ui/field";
import { Dialog } from "../../ui/overlay/dialog";
import { DialogForm } from "../../ui/overlay/dialog-form";
import { useChange } from "../use-change";
import { modelExample, priceDescription, tokensText } from "./labels";
import {
  changeOf,
  type DraftProblem,
  draftOf,
  draftProblem,
  type FileSupport,
  isDecimal,
  type NumericField,
} from "./model-draft";
import { EffortField, NumberField } from "./number-field";

type ModelFormProps = {
  /** The one that is changed; a new one without. */
  model: ModelView | undefined;
  providers: readonly ProviderView[];
  /** Ids of the models that there are. */
  taken: readonly string[];
  onClose(): void;
};

const CALLING = [
  { value: "native", label: "Native tool calls", help: "Supported by almost all models." },
  {
    value: "json",
    label: "JSON actions",
    help: "For models without native support: they write actions as JSON.",
  },
] as const;

/** What a model is called, costs and takes. What was typed stays when something is wrong with it. */
export function ModelForm({ model, providers, taken, onClose }: ModelFormProps) {
  const [draft, setDraft] = useState(() => draftOf(model, providers.at(-1)?.name ?? ""));
  const [submitted, setSubmitted] = useState(false);
  const { problem, pending, change } = useChange(byRoute("POST /api/v1/models"));
  const provider = providers.find(({ name }) => name === draft.provider);
  const id = `${draft.provider}:${draft.name.trim()}`;
  const known = !model && taken.includes(id);
  const issue: DraftProblem | undefined = known
    ? { field: "name", message: `${id} already exists. Edit it instead.` }
    : draftProblem(draft);
  const errorAt = (place: DraftProblem["field"]) =>
    submitted && issue?.field === place ? issue.message : undefined;
  const field = (figure: NumericField, label: string, placeholder: string, help?: string) => (
    <NumberField
      label={label}
      {...(help !== undefined && { help })}
      placeholder={placeholder}
      decimal={isDecimal(figure)}
      error={errorAt(figure)}
      value={draft[figure]}
      onChange={(text) => setDraft({ ...draft, [figure]: text })}
    />
  );
  const submit = () => {
    setSubmitted(true);
    if (!issue) void change(changeOf(draft), onClose);
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
                <Select
                  {...wiring}
                  value={draft.provider}
                  onChange={({ target }) => setDraft({ ...draft, provider: target.value })}
                >
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
              help={`The provider’s model name, such as ${modelExample(provider?.kind)}.`}
              error={errorAt("name")}
            >
              {(wiring) => (
                <TextInput
                  {...wiring}
                  required
                  value={draft.name}
                  onChange={({ target }) => setDraft({ ...draft, name: target.value })}
                  autoComplete="off"
                  spellCheck={false}
                  className="font-mono"
                />
              )}
            </Field>
          </div>
        )}
        <Field label="Display name (optional)">
          {(wiring) => (
            <TextInput
              {...wiring}
              value={draft.label}
              maxLength={MAX_MODEL_LABEL_CHARS}
              onChange={({ target }) => setDraft({ ...draft, label: target.value })}
              autoComplete="off"
            />
          )}
        </Field>
        <fieldset className="grid gap-2">
          <legend className="mb-1 font-medium">Price per million tokens (US dollars)</legend>
          <p className="text-muted text-xs">{priceHelp(model)}</p>
          <div className="grid items-start gap-4 md:grid-cols-3">
            {field("inputUsd", "Input", "list price")}
            {field("cachedInputUsd", "Cached input", "same as input")}
            {field("outputUsd", "Output", "list price")}
          </div>
        </fieldset>
        <div className="grid items-start gap-4 md:grid-cols-2">
          {field(
            "contextTokens",
            "Context window (tokens)",
            contextPlaceholder(model),
            "Maximum prompt length.",
          )}
          {field("maxOutputTokens", "Maximum output (tokens)", "unknown", "Longest answer of a call.")}
          <EffortField
            value={draft.reasoningEffort}
            onChange={(reasoningEffort) => setDraft({ ...draft, reasoningEffort })}
          />
          {field("temperature", "Temperature", "provider default", "0 to 2; lower is more predictable.")}
          {(["images", "pdf"] as const).map((files) => (
            <Field key={files} label={FILE_LABELS[files]}>
              {(wiring) => (
                <Select
                  {...wiring}
                  value={draft[files]}
                  onChange={({ target }) => setDraft({ ...draft, [files]: target.value as FileSupport })}
                >
                  <option value="">{`As listed (${listedSupport(model, files)})`}</option>
                  <option value="yes">Yes</option>
                  <option value="no">No</option>
                </Select>
              )}
            </Field>
          ))}
          {field("maxConcurrent", "Concurrent requests", "No limit", "Across all workers.")}
          {field("tokensPerMinute", "Tokens per minute", "No limit", "Across all workers.")}
        </div>
        <Choices
          legend="Tool calling"
          choices={CALLING}
          value={draft.toolCalling}
          onChange={(toolCalling) => setDraft({ ...draft, toolCalling })}
        />
        <Switch
          checked={draft.jsonSchema}
          onChange={(jsonSchema) => setDraft({ ...draft, jsonSchema })}
          help="Turn off for servers that reject a response format; the schema is then described in the prompt."
        >
          Supports JSON Schema output
        </Switch>
        <Switch
          checked={draft.enabled}
          onChange={(enabled) => setDraft({ ...draft, enabled })}
          help="When off, missions cannot use it."
        >
          Enabled
        </Switch>
      </DialogForm>
    </Dialog>
  );
}

const FILE_LABELS = { images: "Reads images", pdf: "Reads PDF files" } as const;

/** What is known of a model of which the settings say nothing. */
function listedSupport(model: ModelView | undefined, files: keyof typeof FILE_LABELS): string {
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

function contextPlaceholder(model: ModelView | undefined): string {
  const listed = model && model.overrides?.contextTokens == null ? model.contextTokens : null;
  return listed === null ? "unknown or list value" : `${tokensText(listed)} (listed)`;
}
