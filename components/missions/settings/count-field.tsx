"use client";

import { Field, TextInput } from "../../ui/field";

type CountFieldProps = {
  label: string;
  help: string;
  min: number;
  max: number;
  /** What holds while the field is empty. */
  defaultValue: number;
  value: number | undefined;
  onChange(value: number | undefined): void;
};

/** A whole number; empty for the default, which is shown in its place. */
export function CountField({ label, help, min, max, defaultValue, value, onChange }: CountFieldProps) {
  const fits = value === undefined || (Number.isInteger(value) && value >= min && value <= max);
  return (
    <Field
      label={label}
      help={`${help} Default: ${defaultValue}.`}
      error={fits ? undefined : `Enter a whole number from ${min} to ${max}, or leave it empty.`}
    >
      {(wiring) => (
        <TextInput
          {...wiring}
          type="number"
          inputMode="numeric"
          className="max-w-32"
          min={min}
          max={max}
          step={1}
          placeholder={String(defaultValue)}
          value={value ?? ""}
          onChange={({ target }) => onChange(target.value === "" ? undefined : Number(target.value))}
        />
      )}
    </Field>
  );
}
