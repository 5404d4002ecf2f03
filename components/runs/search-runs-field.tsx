"use client";

import { Field, TextInput } from "../ui/field";

/** The field that finds runs by their missions while one types. */
export function SearchRunsField({ value, onChange }: { value: string; onChange(text: string): void }) {
  return (
    <Field label="Search runs">
      {(wiring) => (
        <TextInput
          {...wiring}
          type="search"
          autoComplete="off"
          maxLength={200}
          placeholder="Part of the mission"
          value={value}
          onChange={({ target }) => onChange(target.value)}
          onKeyDown={(event) => {
            // It searches as one types: nothing is sent.
            if (event.key === "Enter") event.preventDefault();
          }}
        />
      )}
    </Field>
  );
}
