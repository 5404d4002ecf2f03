"use client";

import { X } from "lucide-react";
import { MAX_VARIANTS } from "@/lib/core/inputs/limits";
import { Button } from "../ui/button";
import { Switch } from "../ui/choices";
import { Field, Select, TextArea, TextInput } from "../ui/field";
import { IconButton } from "../ui/icon-button";
import {
  costLimitNeed,
  PROMPTS,
  type ReplayModels,
  type TypedErrors,
  type TypedModelReplay,
  type TypedVariant,
} from "./variants";

type VariantFieldsProps = {
  typed: TypedModelReplay;
  models: ReplayModels;
  errors: TypedErrors | undefined;
  onChange(typed: TypedModelReplay): void;
};

/** Which models and prompts are asked, whether a critic judges their answers, and what that may cost. */
export function VariantFields({ typed, models, errors, onChange }: VariantFieldsProps) {
  const { variants, critic, maxCostUsd } = typed;
  const need = costLimitNeed(typed, models);
  const setVariants = (next: TypedVariant[]) => onChange({ ...typed, variants: next });
  const add = () => {
    const key = Math.max(0, ...variants.map((one) => one.key)) + 1;
    setVariants([...variants, { key, model: "current", prompt: "recorded", text: "" }]);
  };
  return (
    <>
      <fieldset className="grid gap-3">
        <legend className="mb-1 font-medium">Variants</legend>
        {variants.map((variant, index) => (
          <VariantRow
            key={variant.key}
            name={variants.length > 1 ? `variant ${index + 1}` : undefined}
            variant={variant}
            models={models}
            hasNoText={errors?.texts.has(variant.key) ?? false}
            onChange={(next) => setVariants(variants.map((one) => (one.key === next.key ? next : one)))}
            {...(variants.length > 1 && {
              onRemove: () => setVariants(variants.filter(({ key }) => key !== variant.key)),
            })}
          />
        ))}
        <Button
          size="small"
          className="justify-self-start"
          disabled={variants.length >= MAX_VARIANTS}
          onClick={add}
        >
          Add variant
        </Button>
      </fieldset>
      <Switch
        checked={critic}
        onChange={(next) => onChange({ ...typed, critic: next })}
        help={`${models.critic || "The critic’s model"} scores each answer. Checks of the task always run.`}
      >
        Have a critic score answers
      </Switch>
      {need !== "none" && (
        <Field
          label="Cost limit in US dollars"
          help={
            need === "needed"
              ? "One of these models has a price."
              : "Required if a recorded model has a price."
          }
          error={errors?.maxCostUsd}
        >
          {(wiring) => (
            <TextInput
              {...wiring}
              inputMode="decimal"
              autoComplete="off"
              className="max-w-40"
              value={maxCostUsd}
              onChange={({ target }) => onChange({ ...typed, maxCostUsd: target.value })}
            />
          )}
        </Field>
      )}
    </>
  );
}

type VariantRowProps = {
  /** How labels tell it from others. */
  name: string | undefined;
  variant: TypedVariant;
  models: ReplayModels;
  hasNoText: boolean;
  onChange(variant: TypedVariant): void;
  onRemove?: () => void;
};

function VariantRow({ name, variant, models, hasNoText, onChange, onRemove }: VariantRowProps) {
  const { model, prompt, text } = variant;
  const labelled = (what: string) => (name === undefined ? what : `${what}, ${name}`);
  return (
    <div className="grid gap-2 rounded-lg border border-line px-3 py-2">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,12rem)_auto]">
        <Field label={labelled("Model")}>
          {(wiring) => (
            <Select
              {...wiring}
              value={model}
              onChange={({ target }) => onChange({ ...variant, model: target.value })}
            >
              <option value="recorded">As recorded</option>
              <option value="current">{`Current${models.current && ` (${models.current})`}`}</option>
              {models.models.map(({ id, name: label }) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={labelled("Prompt")} className="max-sm:order-last max-sm:col-span-2">
          {(wiring) => (
            <Select
              {...wiring}
              value={prompt}
              onChange={({ target }) =>
                onChange({ ...variant, prompt: target.value as TypedVariant["prompt"] })
              }
            >
              {Object.entries(PROMPTS).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {onRemove && (
          <IconButton label={`Remove ${name}`} onClick={onRemove}>
            <X aria-hidden="true" className="size-4" />
          </IconButton>
        )}
      </div>
      {prompt === "text" && (
        <Field
          label={labelled("System text")}
          help="Replaces the recorded system prompt in every turn."
          error={hasNoText ? "Enter a system text." : undefined}
        >
          {(wiring) => (
            <TextArea
              {...wiring}
              rows={5}
              value={text}
              onChange={({ target }) => onChange({ ...variant, text: target.value })}
            />
          )}
        </Field>
      )}
    </div>
  );
}
