"use client";

import { Field, TextArea } from "../ui/field";

type TailFieldProps = {
  text: string;
  /** The person changed it. */
  isEdited: boolean;
  /** It began as the reviewer's tail. */
  fromReviewer: boolean;
  onChange(text: string): void;
};

/** An editor for what replaces the rest of the plan: plan text or JSON. */
export function TailField({ text, isEdited, fromReviewer, onChange }: TailFieldProps) {
  const unchanged = fromReviewer
    ? "This is the reviewer's tail. Change it, or leave it as it is."
    : "This is what is left of the plan. Change it to bring a tail of your own; unchanged, one is written from your reason.";
  return (
    <Field
      label="New tail"
      help={
        isEdited ? "Your own tail: plan text or JSON. It is checked before anything is decided." : unchanged
      }
    >
      {(wiring) => (
        <TextArea
          {...wiring}
          rows={12}
          spellCheck={false}
          value={text}
          onChange={(event) => onChange(event.target.value)}
          className="font-mono text-xs"
        />
      )}
    </Field>
  );
}
