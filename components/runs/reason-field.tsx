"use client";

import { MAX_REASON_CHARS } from "@/lib/core/inputs/limits";
import { Field, TextArea } from "../ui/field";

type ReasonFieldProps = { label: string; value: string; onChange(value: string): void };

/** Why somebody does what they do. */
export function ReasonField({ label, value, onChange }: ReasonFieldProps) {
  return (
    <Field label={label}>
      {(wiring) => (
        <TextArea
          {...wiring}
          rows={3}
          required
          maxLength={MAX_REASON_CHARS}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}
