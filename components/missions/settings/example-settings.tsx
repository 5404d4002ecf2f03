"use client";

import { MAX_EXAMPLE_TOKENS, MAX_SHOWN_EXAMPLES } from "@/lib/core/examples/limits";
import { Switch } from "../../ui/choices";
import { DEFAULTS, type SettingsGroupProps, withSetting } from "./chosen-settings";
import { CountField } from "./count-field";
import { SettingsGroup } from "./settings-group";

/** Whether planner and agents are shown how similar work was done. */
export function ExampleSettingsGroup({ chosen, onChoose }: SettingsGroupProps) {
  const { examples: defaults } = DEFAULTS;
  const examples = chosen.examples ?? defaults;
  const choose = (change: Partial<typeof examples>) =>
    onChoose(withSetting(chosen, "examples", { ...examples, ...change }));
  return (
    <SettingsGroup title="Examples">
      <Switch
        checked={examples.use}
        onChange={(use) => choose({ use })}
        help="Examples of the library that fit are shown to the planner and to agents that have their tools."
      >
        Use examples
      </Switch>
      {examples.use && (
        <>
          <CountField
            label="Maximum examples"
            help="In one prompt."
            min={0}
            max={MAX_SHOWN_EXAMPLES}
            defaultValue={defaults.max}
            value={examples.max === defaults.max ? undefined : examples.max}
            onChange={(max = defaults.max) => choose({ max })}
          />
          <CountField
            label="Maximum example tokens"
            help="Total per prompt."
            min={1}
            max={MAX_EXAMPLE_TOKENS}
            defaultValue={defaults.maxTokens}
            value={examples.maxTokens === defaults.maxTokens ? undefined : examples.maxTokens}
            onChange={(maxTokens = defaults.maxTokens) => choose({ maxTokens })}
          />
        </>
      )}
    </SettingsGroup>
  );
}
