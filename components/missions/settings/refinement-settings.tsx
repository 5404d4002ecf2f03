"use client";

import { MAX_REFINEMENTS } from "@/lib/core/refinement/limits";
import { Choices, Switch } from "../../ui/choices";
import { DEFAULTS, type SettingsGroupProps, withSetting } from "./chosen-settings";
import { CountField } from "./count-field";
import { SettingsGroup } from "./settings-group";

const APPLY = [
  {
    value: "usual",
    label: "As for plans",
    help: "Ask where a person approves plans or decides reviews, otherwise adopt.",
  },
  {
    value: "auto",
    label: "Adopt",
    help: "Leaves out what would change or add work by tools with side effects.",
  },
  { value: "ask", label: "Ask", help: "The tasks concerned wait up to an hour for an answer." },
] as const;

/** Whether the rest of the plan is looked at again when tasks have ended. */
export function RefinementSettingsGroup({ chosen, onChoose }: SettingsGroupProps) {
  const { refinement: defaults } = DEFAULTS;
  const { apply, ...refinement } = chosen.refinement ?? defaults;
  const choose = (change: Partial<typeof defaults>) =>
    onChoose(withSetting(chosen, "refinement", { ...refinement, ...(apply && { apply }), ...change }));
  return (
    <SettingsGroup title="Refinement">
      <Switch
        checked={refinement.enabled}
        onChange={(enabled) => choose({ enabled })}
        help="Adapts tasks that have not started to the results of others. One more model call each time."
      >
        Refine the plan on the way
      </Switch>
      {refinement.enabled && (
        <>
          <Choices
            legend="Changes to the plan"
            choices={APPLY}
            value={apply ?? "usual"}
            onChange={(mode) =>
              onChoose(
                withSetting(chosen, "refinement", {
                  ...refinement,
                  ...(mode !== "usual" && { apply: mode }),
                }),
              )
            }
          />
          <div className="grid items-start gap-4 md:grid-cols-2">
            <CountField
              label="Maximum refinements"
              help="Questions in one run, applied or not."
              min={0}
              max={MAX_REFINEMENTS}
              defaultValue={defaults.max}
              value={refinement.max === defaults.max ? undefined : refinement.max}
              onChange={(max = defaults.max) => choose({ max })}
            />
            <CountField
              label="Wait (seconds)"
              help="How long the next tasks wait for the answer."
              min={1}
              max={3_600}
              defaultValue={defaults.timeoutMs / 1_000}
              value={refinement.timeoutMs === defaults.timeoutMs ? undefined : refinement.timeoutMs / 1_000}
              onChange={(seconds) =>
                choose({ timeoutMs: seconds === undefined ? defaults.timeoutMs : seconds * 1_000 })
              }
            />
          </div>
        </>
      )}
    </SettingsGroup>
  );
}
