"use client";

import type { FormEvent, ReactNode } from "react";
import { takeFocus } from "./behavior/take-focus";
import { useKept } from "./behavior/use-kept";
import { Button } from "./button";
import { Field, TextArea } from "./field";

type WordsFormProps = {
  label: string;
  help?: string;
  /** What it begins with; what was typed and not sent is kept under the key. */
  text: string;
  keptAs: string;
  maxLength: number;
  busy: boolean;
  /** What saving it is called; "Save" and the label unless given. */
  saveLabel?: string;
  /** False where nothing at all is an answer too. */
  isRequired?: boolean;
  /** Stands over the words. */
  children?: ReactNode;
  onSave(text: string): Promise<boolean>;
  onClose(): void;
};

/** A few words that are saved or given up, in place of what was there. */
export function WordsForm(props: WordsFormProps) {
  const { label, help, text, keptAs, maxLength, busy, isRequired = true, children, onSave, onClose } = props;
  const { saveLabel = `Save ${label.toLowerCase()}` } = props;
  const [words, keep] = useKept(keptAs, text);
  const isEmpty = isRequired && words.trim() === "";
  const close = () => {
    keep(text);
    onClose();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isEmpty && (await onSave(words))) close();
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="grid max-w-xl gap-2">
      {children}
      <Field label={label} {...(help !== undefined && { help })}>
        {(wiring) => (
          <TextArea
            {...wiring}
            rows={2}
            maxLength={maxLength}
            value={words}
            onChange={({ target }) => keep(target.value)}
            ref={takeFocus}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="main" size="small" disabled={busy || isEmpty}>
          {busy ? "Saving…" : saveLabel}
        </Button>
        <Button size="small" onClick={close}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
