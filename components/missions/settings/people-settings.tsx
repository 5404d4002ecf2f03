"use client";

import { Choices, Switch } from "../../ui/choices";
import { DEFAULTS, type SettingsGroupProps, withSetting } from "./chosen-settings";
import { SettingsGroup } from "./settings-group";

const REVIEW_MODES = [
  { value: "hold", label: "Hold", help: "A decision waits 15 seconds, so that you may override it." },
  { value: "auto", label: "Automatic", help: "A decision applies at once." },
  { value: "manual", label: "Manual", help: "A person takes every decision." },
] as const;

/** What people have a say in. */
export function PeopleSettings({ chosen, onChoose }: SettingsGroupProps) {
  return (
    <SettingsGroup title="Reviews and people">
      <Choices
        legend="Decisions of planning reviews"
        choices={REVIEW_MODES}
        value={chosen.reviewMode ?? DEFAULTS.reviewMode}
        onChange={(mode) => onChoose(withSetting(chosen, "reviewMode", mode))}
      />
      <Switch
        checked={chosen.fourEyes ?? DEFAULTS.fourEyes}
        onChange={(on) => onChoose(withSetting(chosen, "fourEyes", on))}
        help="Whoever wrote the mission or the plan may stop it at a gate, but not let it pass. On your own you could then only stop."
      >
        Four eyes
      </Switch>
    </SettingsGroup>
  );
}
