"use client";

import { Field, Select } from "../../ui/field";
import { choose, DEFAULTS, type SettingsGroupProps } from "./chosen";
import { CountField } from "./count-field";
import { SettingsGroup } from "./settings-group";

export type ModelChoice = { id: string; provider: string; simulated: boolean };

const MAX_CONCURRENCY = 200;

type WorkSettingsProps = SettingsGroupProps & {
  models: readonly ModelChoice[];
  /** Empty for the installation's own. */
  model: string;
  onModel(model: string): void;
};

/** Which model does the work, and how much of it at a time. */
export function WorkSettings({ chosen, onChoose, models, model, onModel }: WorkSettingsProps) {
  return (
    <SettingsGroup title="Model and pace">
      <Field label="Model" help="It serves every role of this run.">
        {(wiring) => (
          <Select {...wiring} value={model} onChange={({ target }) => onModel(target.value)}>
            <option value="">The installation’s own{models[0] ? ` (${modelWord(models[0])})` : ""}</option>
            {models.map((one) => (
              <option key={one.id} value={one.id}>
                {modelWord(one)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <CountField
        label="Tasks at the same time"
        help="Fewer are easier to watch, and gentler to a model with a limit."
        min={1}
        max={MAX_CONCURRENCY}
        standard={DEFAULTS.maxConcurrency}
        value={chosen.maxConcurrency}
        onChange={(tasks) => onChoose(choose(chosen, "maxConcurrency", tasks))}
      />
    </SettingsGroup>
  );
}

export const modelWord = ({ id, simulated }: ModelChoice): string => (simulated ? `${id}, simulated` : id);
