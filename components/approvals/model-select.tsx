"use client";

import { Field, Select } from "../ui/field";
import type { ApprovalContext } from "./grounds";

type ModelSelectProps = {
  /** Undefined until it is known which there are. */
  models: ApprovalContext["models"] | undefined;
  chosen: string;
  onChange(modelId: string): void;
};

/** The models that may take the place of the one that cannot be reached. */
export function ModelSelect({ models, chosen, onChange }: ModelSelectProps) {
  const none = models?.length === 0;
  return (
    <Field label="Ask instead" error={none ? "There is no other model: add one in the settings." : undefined}>
      {(wiring) => (
        <Select {...wiring} value={chosen} onChange={(event) => onChange(event.target.value)}>
          <option value="" disabled>
            {models ? "Choose a model" : "Loading…"}
          </option>
          {models?.map(({ id, simulated }) => (
            <option key={id} value={id}>
              {simulated ? `${id} (simulated)` : id}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
