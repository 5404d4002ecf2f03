"use client";

import { Switch } from "../../ui/choices";
import { DEFAULTS, type SettingsGroupProps, withSetting } from "./chosen-settings";
import { CountField } from "./count-field";
import { SettingsGroup } from "./settings-group";

/** The most that the form offers; a run may be given more by the API. */
const MAX_ROUNDS = 10;

/** How results are checked, and how the answer comes about. */
export function AnswerSettings({ chosen, onChoose }: SettingsGroupProps) {
  const judged = (chosen.summarizer ?? DEFAULTS.summarizer) === "on";
  return (
    <SettingsGroup title="Results and answer">
      <Switch
        checked={chosen.llmReviewCritical ?? DEFAULTS.llmReviewCritical}
        onChange={(on) => onChoose(withSetting(chosen, "llmReviewCritical", on))}
        help="Otherwise only tasks that request it. Each check is one more model call."
      >
        Verify every critical result with a model
      </Switch>
      <Switch
        checked={judged}
        onChange={(on) => onChoose(withSetting(chosen, "summarizer", on ? "on" : "off"))}
        help="A model scores the answer and lists what is missing. When off, the answer is not scored."
      >
        Score the answer
      </Switch>
      {judged && (
        <CountField
          label="Maximum iterations"
          help="How often the planner may add tasks for missing parts. 0 turns this off."
          min={0}
          max={MAX_ROUNDS}
          defaultValue={DEFAULTS.maxIterations}
          value={chosen.maxIterations}
          onChange={(rounds) => onChoose(withSetting(chosen, "maxIterations", rounds))}
        />
      )}
    </SettingsGroup>
  );
}
