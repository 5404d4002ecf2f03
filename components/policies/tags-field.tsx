"use client";

import { useState } from "react";
import { Field, TextInput } from "../ui/field";

type TagsFieldProps = {
  chosen: readonly string[];
  /** Those that tools have now. */
  tags: readonly string[];
  onChange(tags: string[]): void;
};

/** Tags that a tool has to carry, all of them; written in a row with commas between. */
export function TagsField({ chosen, tags, onChange }: TagsFieldProps) {
  const [text, setText] = useState(chosen.join(", "));
  const known = tags.length === 0 ? "" : ` Tools have ${tags.join(", ")}.`;
  return (
    <Field label="Required tags" help={`A tool without all of them may not be used.${known}`}>
      {(wiring) => (
        <TextInput
          {...wiring}
          value={text}
          placeholder="none"
          spellCheck={false}
          onChange={({ target }) => {
            setText(target.value);
            onChange(tagsIn(target.value));
          }}
        />
      )}
    </Field>
  );
}

function tagsIn(text: string): string[] {
  const tags = text.split(",").map((tag) => tag.trim());
  return [...new Set(tags.filter((tag) => tag !== ""))];
}
