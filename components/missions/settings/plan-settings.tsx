"use client";

import { Choices, Switch } from "../../ui/choices";
import { Field, Select } from "../../ui/field";
import { DEFAULTS, type SettingsGroupProps, withSetting } from "./chosen-settings";
import { SettingsGroup } from "./settings-group";

const MODES = [
  { value: "static", label: "Rules", help: "Known weak shapes are found, at no cost." },
  { value: "model", label: "Rules and a model", help: "A model also looks for what rules cannot see." },
  { value: "off", label: "Off", help: "Plans are not judged." },
] as const;

const SCORES = Array.from({ length: 10 }, (_, index) => index + 1);

const STYLES = [
  { value: "full", label: "In full", help: "Every task says all that its agent needs." },
  { value: "short", label: "In short", help: "Every task says its work in a sentence." },
] as const;

/** How much of each task is written, and when. */
export function StyleSettings({ chosen, onChoose }: SettingsGroupProps) {
  return (
    <SettingsGroup title="How plans are written">
      <Choices
        legend="A planner writes tasks"
        choices={STYLES}
        value={chosen.planStyle ?? DEFAULTS.planStyle}
        onChange={(style) => onChoose(withSetting(chosen, "planStyle", style))}
      />
      <Switch
        checked={chosen.detailOnDemand ?? DEFAULTS.detailOnDemand}
        onChange={(on) => onChoose(withSetting(chosen, "detailOnDemand", on))}
        help="For tasks that have none: with the results before them at hand, in one more call of a model each."
      >
        Write details right before a task starts
      </Switch>
    </SettingsGroup>
  );
}

/** Who judges a plan before it runs, and what follows. */
export function CriticSettings({ chosen, onChoose }: SettingsGroupProps) {
  const critic = chosen.critic ?? DEFAULTS.critic;
  return (
    <SettingsGroup title="The plan">
      <Choices
        legend="Critic of the plan"
        choices={MODES}
        value={critic.mode}
        onChange={(mode) => onChoose(withSetting(chosen, "critic", { ...critic, mode }))}
      />
      {critic.mode !== "off" && (
        <Field
          label="Lowest score that runs without you"
          help="A planner gets the findings once to do better. A plan that stays below waits for your approval."
        >
          {(wiring) => (
            <Select
              {...wiring}
              value={critic.minScore}
              onChange={({ target }) =>
                onChoose(withSetting(chosen, "critic", { ...critic, minScore: Number(target.value) }))
              }
            >
              <option value={0}>None: the critic only informs</option>
              {SCORES.map((score) => (
                <option key={score} value={score}>
                  {score} of 10
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </SettingsGroup>
  );
}
