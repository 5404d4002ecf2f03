"use client";

import { formatBudgetAmount } from "@/lib/core/tell/budget-words";
import { unitOf } from "../budgets/units";
import { Field, TextInput } from "../ui/field";
import { type Raise, readRaise } from "./raise";

type RaiseFieldProps = { raise: Raise; text: string; onChange(text: string): void };

/** The limit to which `raise` lifts the budget, in the unit in which people think of it. */
export function RaiseField({ raise, text, onChange }: RaiseFieldProps) {
  const { budget, least } = raise;
  const { label, step } = unitOf(budget);
  const read = readRaise(raise, text);
  return (
    <Field
      label={`New limit (${label})`}
      help={`Above ${formatBudgetAmount(budget, least)}. Raising it lets the run go on from where it stands.`}
      error={"problem" in read ? read.problem : undefined}
    >
      {(wiring) => (
        <TextInput
          {...wiring}
          type="number"
          inputMode="decimal"
          className="max-w-48"
          step={step}
          value={text}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}
