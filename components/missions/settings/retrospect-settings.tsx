"use client";

import type { RunSettings } from "@/lib/core/run/settings";
import { Switch } from "../../ui/choices";
import { DEFAULTS, type SettingsGroupProps, withSetting } from "./chosen-settings";
import { CountField } from "./count-field";
import { SettingsGroup } from "./settings-group";

/** Whether models say what they expect, critique the approach, and look back on the run, and on which runs. */
export function RetrospectSettingsGroup({ chosen, onChoose }: SettingsGroupProps) {
  const retrospect = chosen.retrospect ?? DEFAULTS.retrospect;
  const defaults = DEFAULTS.retrospect;
  const change = (changes: Partial<RunSettings["retrospect"]>) =>
    onChoose(withSetting(chosen, "retrospect", { ...retrospect, ...changes }));
  return (
    <SettingsGroup title="Self-assessment">
      <Switch
        checked={chosen.reasoning ?? DEFAULTS.reasoning}
        onChange={(on) => onChoose(withSetting(chosen, "reasoning", on))}
        help="Reviews compare it with what a task came to. One more model call for each agent’s task, beside its first attempt."
      >
        Say what is expected of each task
      </Switch>
      <Switch
        checked={chosen.selfCritique ?? DEFAULTS.selfCritique}
        onChange={(on) => onChoose(withSetting(chosen, "selfCritique", on))}
        help="Lists mistakes that the answer should be honest about. One more model call for each plan."
      >
        Critique the approach before the answer is written
      </Switch>
      <Switch
        checked={retrospect.enabled}
        onChange={(on) => change({ enabled: on })}
        help="Says what worked and what would have been better. At most one more model call, and never a change of the outcome."
      >
        Write a retrospective after the run
      </Switch>
      {retrospect.enabled && (
        <div className="grid items-start gap-4 md:grid-cols-2">
          <CountField
            label="Below quality (0–100)"
            help="Above it, only if something went wrong."
            min={0}
            max={100}
            defaultValue={Math.round(defaults.below * 100)}
            value={retrospect.below === defaults.below ? undefined : Math.round(retrospect.below * 100)}
            onChange={(score) => change({ below: score === undefined ? defaults.below : score / 100 })}
          />
          <CountField
            label="Minimum tasks"
            help="Skipped for smaller plans."
            min={1}
            max={1_000}
            defaultValue={defaults.minTasks}
            value={retrospect.minTasks === defaults.minTasks ? undefined : retrospect.minTasks}
            onChange={(least) => change({ minTasks: least ?? defaults.minTasks })}
          />
        </div>
      )}
    </SettingsGroup>
  );
}
