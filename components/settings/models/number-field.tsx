"use client";

import { Field, TextInput } from "../../ui/field";

type NumberFieldProps = {
  label: string;
  help?: string;
  /** As typed; empty for what holds without it. */
  value: string;
  onChange(value: string): void;
  placeholder?: string;
  /** Whole numbers from 1, unless decimals from 0 are meant. */
  decimal?: boolean;
};

/** A number that may be left out. */
export function NumberField({
  label,
  help,
  value,
  onChange,
  placeholder,
  decimal = false,
}: NumberFieldProps) {
  const wrong = value.trim() !== "" && readNumber(value, decimal) === undefined;
  const what = decimal ? "a number of zero or more" : "a whole number above zero";
  return (
    <Field label={label} help={help} error={wrong ? `Enter ${what}, or leave it empty.` : undefined}>
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
