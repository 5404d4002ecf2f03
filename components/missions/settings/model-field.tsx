"use client";

import { Field, Select } from "../../ui/field";

export type ModelChoice = {
  id: string;
  provider: string;
  label: string | null;
  simulated: boolean;
  /** False where nobody knows what its calls cost. */
  priced: boolean;
};

type ModelFieldProps = {
  label: string;
  help: string;
  /** What holds while none is chosen. */
  emptyLabel: string;
  models: readonly ModelChoice[];
  model: string;
  onModel(model: string): void;
};

/** One of the models, marked where it is simulated or nobody knows its price. */
export function ModelField({ label, help, emptyLabel, models, model, onModel }: ModelFieldProps) {
  return (
    <Field label={label} help={help}>
      {(wiring) => (
        <Select {...wiring} value={model} onChange={({ target }) => onModel(target.value)}>
          <option value="">{emptyLabel}</option>
          {models.map((one) => (
            <option key={one.id} value={one.id}>
              {modelOptionLabel(one)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

export function modelOptionLabel({ id, label, simulated, priced }: ModelChoice): string {
  const suffix = simulated ? ", simulated" : priced ? "" : ", price unknown";
  return `${label ? `${label} (${id})` : id}${suffix}`;
}
