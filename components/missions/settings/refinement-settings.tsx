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

/** Whether the rest of the plan is looked at again when a result contradicts it. */
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
        help="Adapts tasks that have not started where a result contradicts them. One more model call each time."
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
          <Switch
            checked={refinement.wait}
            onChange={(wait) => choose({ wait })}
            help="Otherwise they start, and only what has not started is changed."
          >
            Have the next tasks wait for the answer
          </Switch>
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
              label="Time limit (seconds)"
              help="An answer that comes later changes nothing."
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
