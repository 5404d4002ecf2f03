"use client";

import type { Json } from "@/lib/core/json";
import { Field, TextArea } from "../ui/field";
import { readEdited } from "./edited-value";

type ValueFieldProps = { label: string; shown: Json; text: string; onChange(text: string): void };

/** An editor for the shown value: a text is edited as text, anything else as JSON that is checked as it is typed. */
export function ValueField({ label, shown, text, onChange }: ValueFieldProps) {
  const isText = typeof shown === "string";
  const read = readEdited(shown, text);
  const lines = text.split("\n").length;
  return (
    <Field
      label={label}
      help={isText ? "It stays a text." : "JSON; every part keeps the type that you write."}
      error={"problem" in read ? read.problem : undefined}
    >
      {(wiring) => (
        <TextArea
          {...wiring}
          rows={Math.min(16, Math.max(5, lines + 1))}
          value={text}
          spellCheck={isText}
          onChange={(event) => onChange(event.target.value)}
          className={isText ? "" : "font-mono text-xs"}
        />
      )}
    </Field>
  );
}
