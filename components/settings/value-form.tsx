"use client";

import type { FormEvent, ReactNode } from "react";
import type { Send } from "@/lib/client/mutation";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { Field, TextInput } from "../ui/field";
import { Problem } from "../ui/problem";
import { useChange } from "./use-change";

type ValueFormProps<Input> = {
  title: string;
  aside?: string;
  label: string;
  help: string;
  inputMode: "numeric" | "decimal";
  placeholder?: string;
  draft: string;
  onDraft(text: string): void;
  /** What is wrong with what is typed. */
  error: string | undefined;
  isSame: boolean;
  /** What is saved, and how. */
  input: Input;
  send: Send<Input, unknown>;
  onSaved(): void;
  /** What stands above the value. */
  children?: ReactNode;
};

/** A card of settings with one value to type and a button that saves it. */
export function ValueForm<Input extends object>(props: ValueFormProps<Input>) {
  const { title, aside, label, help, inputMode, placeholder, draft, onDraft, error, isSame, children } =
    props;
  const { problem, pending, change } = useChange(props.send);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (error === undefined) void change(props.input, props.onSaved);
  };
  return (
    <Card title={title} aside={aside}>
      <form className="grid max-w-prose gap-4" onSubmit={submit} noValidate>
        {children}
        <Field label={label} help={help} error={error}>
          {(wiring) => (
            <TextInput
              {...wiring}
              inputMode={inputMode}
              autoComplete="off"
              placeholder={placeholder}
              value={draft}
              onChange={({ target }) => onDraft(target.value)}
            />
          )}
        </Field>
        <Problem problem={problem} />
        <Button
          type="submit"
          variant="main"
          className="justify-self-start"
          disabled={pending || error !== undefined || isSame}
        >
          {pending ? "Saving…" : "Save"}
        </Button>
      </form>
    </Card>
  );
}
