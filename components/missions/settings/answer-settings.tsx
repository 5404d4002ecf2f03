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
        help="Otherwise only results whose task asks for it. Each check is one more call of a model."
      >
        A model checks every critical result
      </Switch>
      <Switch
        checked={judged}
        onChange={(on) => onChoose(withSetting(chosen, "summarizer", on ? "on" : "off"))}
        help="A model scores what came out and says what is missing. Off, the answer is written and not judged."
      >
        Judge the answer
      </Switch>
      {judged && (
        <CountField
          label="Rounds to add what is missing"
          help="How often the planner may add tasks for what the answer lacks; 0 is never."
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
