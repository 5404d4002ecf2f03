"use client";

import { useState } from "react";
import { limitText, readLimit, unitOf } from "../../budgets/units";
import { Choices } from "../../ui/choices";
import { Field, TextInput } from "../../ui/field";
import { DEFAULTS, type SettingsGroupProps, withSetting } from "./chosen-settings";
import { SettingsGroup } from "./settings-group";

const LIMITS = [
  { budget: "maxTokens", label: "Most tokens", help: "Read and written, of all model calls together." },
  { budget: "maxCostMicroUsd", label: "Most US dollars", help: "A model without a price is not held by it." },
  { budget: "maxHops", label: "Most tool calls", help: "Of agents and of programs." },
  { budget: "maxDurationMs", label: "Most minutes", help: "Waiting for people and pauses do not count." },
] as const;

const ON_BUDGET = [
  {
    value: "gate",
    label: "Ask me",
    help: "The run waits: raise the limit, complete with what there is, or abort.",
  },
  { value: "finish", label: "Complete", help: "The run ends with what there is." },
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
      help={`${help} Empty for no limit.`}
      error={wrong ? `Give a number of ${unitOf(budget).label} above zero, or leave it empty.` : undefined}
    >
      {(wiring) => (
        <TextInput
          {...wiring}
          type="number"
          inputMode="decimal"
          className="max-w-40"
          min={0}
          step={unitOf(budget).step}
          placeholder="no limit"
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
