"use client";

import type { FormEvent, ReactNode } from "react";
import type { Send } from "@/lib/client/mutation";
import type { FormOf } from "@/lib/core/form";
import type { Json } from "@/lib/core/json";
import { useForm } from "../ui/behavior/use-form";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { type FieldTexts, FormFields } from "../ui/form-fields";
import { Problem } from "../ui/problem";
import { useChange } from "./use-change";

type FormCardProps<Input> = {
  title: string;
  aside?: string;
  nodes: FormOf<Input>;
  begins: Json;
  texts?: FieldTexts;
  action?: string;
  send: Send<Input, unknown>;
  onSaved(input: Input): void;
  /** What stands above the fields. */
  children?: ReactNode;
};

/** A card of settings with a button that saves what was changed in its fields; what is wrong is said at once. */
export function FormCard<Input extends object>(props: FormCardProps<Input>) {
  const { title, aside, nodes, begins, texts, action = "Save", children } = props;
  const { fields, problems, isChanged, read } = useForm(nodes, begins);
  const { problem, pending, change } = useChange(props.send);
  const hasProblems = Object.keys(problems).length > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const input = isChanged ? read() : undefined;
    if (input) void change(input, () => props.onSaved(input));
  };
  return (
    <Card title={title} aside={aside}>
      <form className="grid gap-4" onSubmit={submit} noValidate>
        {children}
        <FormFields {...fields} problems={problems} texts={texts} isWide />
        <Problem problem={problem} />
        <Button
          type="submit"
          variant="main"
          className="justify-self-start"
          disabled={pending || hasProblems || !isChanged}
        >
          {pending ? "Saving…" : action}
        </Button>
      </form>
    </Card>
  );
}
