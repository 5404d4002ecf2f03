"use client";

import { useState } from "react";
import { Field, TextInput } from "../ui/field";
import { limitError, limitText, readLimit, unitOf } from "./units";

/** The limits that forms offer: for one run, and as the default of all new ones. */
export const LIMITS = [
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
  { budget: "maxTotalReplans", label: "Replan limit", help: "Excludes replans that people ask for." },
] as const;
export type FormLimit = (typeof LIMITS)[number]["budget"];

/** A limit that cannot be read is kept as this: what has one is refused, rather than left without a limit. */
export const INVALID_LIMIT = -1;

type LimitFieldProps = {
  budget: FormLimit;
  label: string;
  help: string;
  /** What holds while the field is empty. */
  placeholder: string;
  /** What it begins with. */
  value: number | undefined;
  onChange(limit: number | undefined): void;
};

/** A limit in the unit in which people think of it; empty for none. */
export function LimitField({ budget, label, help, placeholder, value, onChange }: LimitFieldProps) {
  const [text, setText] = useState(value === undefined ? "" : limitText(budget, value));
  const wrong = text.trim() !== "" && readLimit(budget, text) === undefined;
  return (
    <Field label={label} help={help} error={wrong ? limitError(budget) : undefined}>
      {(wiring) => (
        <TextInput
          {...wiring}
          type="number"
          inputMode="decimal"
          className="max-w-40"
          min={0}
          step={unitOf(budget).step}
          placeholder={placeholder}
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
