"use client";

import { useState } from "react";
import { limitText, readLimit, unitOf } from "../../budgets/units";
import { Choices } from "../../ui/choices";
import { Field, TextInput } from "../../ui/field";
import { DEFAULTS, type SettingsGroupProps, withSetting } from "./chosen-settings";
import { SettingsGroup } from "./settings-group";

const LIMITS = [
  { budget: "maxTokens", label: "Token limit", help: "Input and output, across all model calls." },
  {
    budget: "maxCostMicroUsd",
    label: "Cost limit (US dollars)",
    help: "Models without a price are not limited.",
  },
  { budget: "maxHops", label: "Tool call limit", help: "Calls by agents and programs." },
  {
    budget: "maxDurationMs",
    label: "Time limit (minutes)",
    help: "Excludes pauses and time spent waiting for people.",
  },
] as const;

const ON_BUDGET = [
  {
    value: "gate",
    label: "Ask me",
    help: "The run waits until you raise the limit, complete early or abort.",
  },
  { value: "finish", label: "Complete", help: "The run finishes with the results so far." },
  { value: "fail", label: "Fail", help: "The run fails." },
] as const;

/** A run with a limit that cannot be read does not start, rather than run without one. */
const INVALID_LIMIT = -1;

/** What the run may use, and what happens when that is used up. */
export function BudgetSettings({ chosen, onChoose }: SettingsGroupProps) {
  return (
    <SettingsGroup title="Budgets">
      <div className="grid items-start gap-4 md:grid-cols-2">
        {LIMITS.map(({ budget, ...labels }) => (
          <LimitField
            key={budget}
            {...labels}
            budget={budget}
            value={chosen[budget]}
            onChange={(limit) => onChoose(withSetting(chosen, budget, limit))}
          />
        ))}
      </div>
      <Choices
        legend="When a limit is reached"
        choices={ON_BUDGET}
        value={chosen.onBudget ?? DEFAULTS.onBudget}
        onChange={(what) => onChoose(withSetting(chosen, "onBudget", what))}
      />
    </SettingsGroup>
  );
}

type LimitFieldProps = {
  budget: (typeof LIMITS)[number]["budget"];
  label: string;
  help: string;
  value: number | undefined;
  onChange(limit: number | undefined): void;
};

/** A limit in the unit in which people think of it; empty for none. */
function LimitField({ budget, label, help, value, onChange }: LimitFieldProps) {
  const [text, setText] = useState(value === undefined ? "" : limitText(budget, value));
  const wrong = text.trim() !== "" && readLimit(budget, text) === undefined;
  return (
    <Field
      label={label}
      help={`${help} Leave empty for no limit.`}
      error={wrong ? `Enter a number of ${unitOf(budget).label} above zero, or leave it empty.` : undefined}
    >
      {(wiring) => (
        <TextInput
          {...wiring}
          type="number"
          inputMode="decimal"
          className="max-w-40"
          min={0}
          step={unitOf(budget).step}
          placeholder="No limit"
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            onChange(
              target.value.trim() === "" ? undefined : (readLimit(budget, target.value) ?? INVALID_LIMIT),
            );
          }}
        />
      )}
    </Field>
  );
}
