"use client";

import type { ReflectionSettings } from "@/lib/core/reflection";
import { CRITERIA, type Criterion } from "@/lib/core/reflection/defaults";
import { Field, TextArea } from "../../ui/field";
import { type ModelChoice, ModelField } from "./model-field";

const CRITERION_LABELS: Record<Criterion, { label: string; help: string }> = {
  completeness: { label: "Completeness", help: "What the answer must cover." },
  accuracy: { label: "Accuracy", help: "What its claims must be based on." },
  clarity: { label: "Clarity", help: "How it should read." },
};

type CritiqueFieldsProps = {
  reflection: ReflectionSettings;
  defaults: ReflectionSettings;
  models: readonly ModelChoice[];
  onChange(reflection: ReflectionSettings): void;
};

/** Asks who critiques the answer, and by what measure. */
export function CritiqueFields({ reflection, defaults, models, onChange }: CritiqueFieldsProps) {
  const { model = "", ...others } = reflection;
  const { criteria } = reflection;
  const setCriterion = (name: Criterion, text: string) =>
    onChange({
      ...reflection,
      criteria: { ...criteria, [name]: text === "" ? defaults.criteria[name] : text },
    });
  return (
    <>
      <ModelField
        label="Critic"
        help="Use a separate model or the run’s model."
        emptyLabel="Same as the run"
        models={models}
        model={model}
        onModel={(id) => onChange(id === "" ? others : { ...others, model: id })}
      />
      <details>
        <summary className="cursor-pointer font-medium">Criteria</summary>
        <div className="mt-2 grid gap-4">
          {CRITERIA.map((name) => (
            <Field key={name} {...CRITERION_LABELS[name]}>
              {(wiring) => (
                <TextArea
                  {...wiring}
                  rows={2}
                  maxLength={1_000}
                  placeholder={defaults.criteria[name]}
                  value={criteria[name] === defaults.criteria[name] ? "" : criteria[name]}
                  onChange={({ target }) => setCriterion(name, target.value)}
                />
              )}
            </Field>
          ))}
        </div>
      </details>
    </>
  );
}
