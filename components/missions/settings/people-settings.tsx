"use client";

import { Choices, Switch } from "../../ui/choices";
import { DEFAULTS, type SettingsGroupProps, withSetting } from "./chosen-settings";
import { SettingsGroup } from "./settings-group";

const REVIEW_MODES = [
  { value: "hold", label: "Hold", help: "Decisions wait 15 seconds so you can override them." },
  { value: "auto", label: "Automatic", help: "Decisions apply immediately." },
  { value: "manual", label: "Manual", help: "A person makes every decision." },
] as const;

const CONTROLS = [
  {
    value: "ask",
    label: "Ask",
    help: "The people of the gate or review are asked before such a plan takes effect.",
  },
  { value: "refuse", label: "Refuse", help: "The current plan stays." },
] as const;

const ONCE_APPROVED = "approved";
const AFTER_APPROVAL = [
  {
    value: ONCE_APPROVED,
    label: "Ask once approved",
    help: "Changes to a plan that somebody approved wait for you. Other replans take effect immediately.",
  },
  { value: "replan", label: "Apply", help: "Replans take effect immediately." },
  {
    value: "ask",
    label: "Always ask",
    help: "Plans that a person wrote count as approved. Only repairs of failed tasks apply without asking.",
  },
] as const;

/** What people have a say in. */
export function PeopleSettings({ chosen, onChoose }: SettingsGroupProps) {
  return (
    <SettingsGroup title="Reviews and people">
      <Choices
        legend="Planning review decisions"
        choices={REVIEW_MODES}
        value={chosen.reviewMode ?? DEFAULTS.reviewMode}
        onChange={(mode) => onChoose(withSetting(chosen, "reviewMode", mode))}
      />
      <Choices
        legend="Plans that drop or weaken a human gate"
        choices={CONTROLS}
        value={chosen.controls ?? DEFAULTS.controls}
        onChange={(mode) => onChoose(withSetting(chosen, "controls", mode))}
      />
      <Choices
        legend="Changes to a plan you wrote or approved"
        choices={AFTER_APPROVAL}
        value={chosen.afterApproval ?? ONCE_APPROVED}
        onChange={(mode) =>
          onChoose(withSetting(chosen, "afterApproval", mode === ONCE_APPROVED ? undefined : mode))
        }
      />
      <Switch
        checked={chosen.fourEyes ?? DEFAULTS.fourEyes}
        onChange={(on) => onChoose(withSetting(chosen, "fourEyes", on))}
        help="The author of the mission or plan can reject at a gate but not approve. If you work alone, you can only reject."
      >
        Require a second person
      </Switch>
    </SettingsGroup>
  );
}
