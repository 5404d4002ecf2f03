"use client";

import { Button } from "../../ui/button";
import { Field, TextInput } from "../../ui/field";

type SecretFieldProps = {
  label: string;
  /** Whether there is one already. It is never shown. */
  isSet: boolean;
  /** Undefined keeps what is there, null removes it. */
  value: string | null | undefined;
  onChange(value: string | null | undefined): void;
};

/** Something that is written and never read again: it can be replaced or removed. */
export function SecretField({ label, isSet, value, onChange }: SecretFieldProps) {
  if (value === null) {
    return (
      <div role="status" className="flex flex-wrap items-center gap-3">
        <span>The key will be removed.</span>
        <Button size="small" onClick={() => onChange(undefined)}>
          Keep it
        </Button>
      </div>
    );
  }
  return (
    <div className="grid gap-2">
      <Field
        label={label}
        help={
          isSet
            ? "One is set. It stays unless you write another; nobody can read it again."
            : "It is sealed before it is stored; nobody can read it again, you neither."
        }
      >
        {(wiring) => (
          <TextInput
            {...wiring}
            type="password"
            value={value ?? ""}
            placeholder={isSet ? "unchanged" : ""}
            onChange={({ target }) => onChange(target.value === "" ? undefined : target.value)}
            autoComplete="new-password"
            spellCheck={false}
            className="font-mono"
          />
        )}
      </Field>
      {isSet && (
        <Button size="small" className="justify-self-start" onClick={() => onChange(null)}>
          Remove the key
        </Button>
      )}
    </div>
  );
}
