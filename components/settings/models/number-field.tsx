"use client";

import { REASONING_EFFORTS, type ReasoningEffort } from "@/lib/core/models/providers";
import { Field, Select, TextInput } from "../../ui/field";

type NumberFieldProps = {
  label: string;
  help?: string;
  /** As typed; empty for what holds without it. */
  value: string;
  onChange(value: string): void;
  placeholder?: string;
  /** Whole numbers from 1, unless decimals from 0 are meant. */
  decimal?: boolean;
  /** What is wrong with a number that is one. */
  error?: string | undefined;
};

/** A number that may be left out. */
export function NumberField({
  label,
  help,
  value,
  onChange,
  placeholder,
  decimal = false,
  error,
}: NumberFieldProps) {
  const wrong = value.trim() !== "" && readNumber(value, decimal) === undefined;
  const what = decimal ? "a number of zero or more" : "a whole number above zero";
  return (
    <Field label={label} help={help} error={wrong ? `Enter ${what}, or leave it empty.` : error}>
      {(wiring) => (
        <TextInput
          {...wiring}
          inputMode={decimal ? "decimal" : "numeric"}
          value={value}
          placeholder={placeholder}
          onChange={({ target }) => onChange(target.value)}
          autoComplete="off"
        />
      )}
    </Field>
  );
}

type EffortFieldProps = {
  value: ReasoningEffort | "";
  onChange(value: ReasoningEffort | ""): void;
  /** What holds while nothing is chosen. */
  unset?: string;
};

/** How much a model is to reason before it answers. */
export function EffortField({ value, onChange, unset = "Provider default" }: EffortFieldProps) {
  return (
    <Field label="Reasoning effort" help="Ignored by models that do not reason.">
      {(wiring) => (
        <Select
          {...wiring}
          value={value}
          onChange={({ target }) => onChange(target.value as ReasoningEffort | "")}
        >
          <option value="">{unset}</option>
          {REASONING_EFFORTS.map((effort) => (
            <option key={effort} value={effort}>
              {effort}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** The number that was typed; undefined for none, and for what is none. */
export function readNumber(text: string, decimal = false): number | undefined {
  const value = Number(text.trim().replaceAll(",", ""));
  if (text.trim() === "" || !Number.isFinite(value)) return undefined;
  return decimal
    ? value >= 0
      ? value
      : undefined
    : Number.isInteger(value) && value > 0
      ? value
      : undefined;
}
