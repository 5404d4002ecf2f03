"use client";

import { MAX_LESSON_TOKENS, MAX_SHOWN_LESSONS } from "@/lib/core/lessons/limits";
import { Switch } from "../../ui/choices";
import { DEFAULTS, type SettingsGroupProps, withSetting } from "./chosen-settings";
import { CountField } from "./count-field";
import { SettingsGroup } from "./settings-group";

/** Whether the run is shown what was learned before, and what it learns itself is kept. */
export function LessonSettingsGroup({ chosen, onChoose }: SettingsGroupProps) {
  const { lessons: defaults } = DEFAULTS;
  const lessons = chosen.lessons ?? defaults;
  const choose = (change: Partial<typeof lessons>) =>
    onChoose(withSetting(chosen, "lessons", { ...lessons, ...change }));
  return (
    <SettingsGroup title="Lessons">
      <Switch
        checked={lessons.use}
        onChange={(use) => choose({ use })}
        help="Accepted lessons that fit the mission are shown to planner, replanner and reviewers."
      >
        Use lessons of earlier runs
      </Switch>
      {lessons.use && (
        <>
          <CountField
            label="Maximum lessons"
            help="In one prompt."
            min={1}
            max={MAX_SHOWN_LESSONS}
            defaultValue={defaults.max}
            value={lessons.max === defaults.max ? undefined : lessons.max}
            onChange={(max = defaults.max) => choose({ max })}
          />
          <CountField
            label="Maximum lesson tokens"
            help="Total per prompt."
            min={1}
            max={MAX_LESSON_TOKENS}
            defaultValue={defaults.maxTokens}
            value={lessons.maxTokens === defaults.maxTokens ? undefined : lessons.maxTokens}
            onChange={(maxTokens = defaults.maxTokens) => choose({ maxTokens })}
          />
        </>
      )}
      <Switch
        checked={lessons.propose}
        onChange={(propose) => choose({ propose })}
        help="Up to three when it ends. They take effect once a person accepts them."
      >
        Propose lessons
      </Switch>
    </SettingsGroup>
  );
}
