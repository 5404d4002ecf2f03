"use client";

import { MAX_TEMPLATE_NAME_CHARS } from "@/lib/core/templates/limits";
import { Field, TextInput } from "../ui/field";

/** The name of a new template. */
export function NameField({ value, onChange }: { value: string; onChange(name: string): void }) {
  return (
    <Field label="Name">
      {(wiring) => (
        <TextInput
          {...wiring}
          required
          maxLength={MAX_TEMPLATE_NAME_CHARS}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}
