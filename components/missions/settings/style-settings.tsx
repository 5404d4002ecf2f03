"use client";

import { Choices, Switch } from "../../ui/choices";
import { DEFAULTS, type SettingsGroupProps, withSetting } from "./chosen";
import { SettingsGroup } from "./settings-group";

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
