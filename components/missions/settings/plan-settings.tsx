"use client";

import { Choices, Switch } from "../../ui/choices";
import { Field, Select } from "../../ui/field";
import { DEFAULTS, type SettingsGroupProps, withSetting } from "./chosen-settings";
import { SettingsGroup } from "./settings-group";

const MODES = [
  { value: "static", label: "Rules", help: "Finds known weaknesses at no cost." },
  { value: "model", label: "Rules and a model", help: "A model also looks for problems that rules miss." },
  { value: "off", label: "Off", help: "Plans are not critiqued." },
] as const;

const SCORES = Array.from({ length: 10 }, (_, index) => index + 1);

const STYLES = [
  { value: "full", label: "Detailed", help: "Each task has full instructions." },
  { value: "short", label: "Brief", help: "Each task is one sentence." },
] as const;

/** How much of each task is written, and when. */
export function StyleSettings({ chosen, onChoose }: SettingsGroupProps) {
  return (
    <SettingsGroup title="Plan style">
      <Choices
        legend="Task descriptions"
        choices={STYLES}
        value={chosen.planStyle ?? DEFAULTS.planStyle}
        onChange={(style) => onChoose(withSetting(chosen, "planStyle", style))}
      />
      <Switch
        checked={chosen.detailOnDemand ?? DEFAULTS.detailOnDemand}
        onChange={(on) => onChoose(withSetting(chosen, "detailOnDemand", on))}
        help="For tasks without details, using earlier results. One more model call per task."
      >
        Generate details just before a task starts
      </Switch>
    </SettingsGroup>
  );
}

/** Who judges a plan before it runs, and what follows. */
export function CriticSettings({ chosen, onChoose }: SettingsGroupProps) {
  const critic = chosen.critic ?? DEFAULTS.critic;
  return (
    <SettingsGroup title="Plan critique">
      <Choices
        legend="Critic"
        choices={MODES}
        value={critic.mode}
        onChange={(mode) => onChoose(withSetting(chosen, "critic", { ...critic, mode }))}
      />
      {critic.mode !== "off" && (
        <Field
          label="Minimum score to run without approval"
          help="The planner gets one chance to improve. A plan that still scores lower waits for your approval."
        >
          {(wiring) => (
            <Select
              {...wiring}
              value={critic.minScore}
              onChange={({ target }) =>
                onChoose(withSetting(chosen, "critic", { ...critic, minScore: Number(target.value) }))
              }
            >
              <option value={0}>None (advisory only)</option>
              {SCORES.map((score) => (
                <option key={score} value={score}>
                  {score} out of 10
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </SettingsGroup>
  );
}
