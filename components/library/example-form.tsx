"use client";

import { useState } from "react";
import { type ApiProblem, issuesIn } from "@/lib/client/call";
import type { ExampleProblem } from "@/lib/core/examples/problems";
import type { Json } from "@/lib/core/json";
import { useKept } from "../ui/behavior/use-kept";
import { DialogForm } from "../ui/overlay/dialog-form";
import { ExampleFields, type ExampleTyped, readTyped } from "./example-fields";

type ExampleFormProps = {
  /** What it begins with, and what is known to be wrong with that. */
  begins: ExampleTyped;
  problems?: readonly ExampleProblem[];
  refusal: Pick<ApiProblem, "message" | "details"> | undefined;
  busy: boolean;
  /** Under what the tab keeps what is typed, until it is sent or cancelled; without it closing asks first. */
  keptAs?: string;
  submitLabel: string;
  onSubmit(example: Json): void;
  onCancel(): void;
};

/** An example to be changed and sent. What is refused stays as it was typed, with a word at its field. */
export function ExampleForm(props: ExampleFormProps) {
  const { begins, problems: known = [], refusal, busy, keptAs, ...form } = props;
  const [typed, setTyped] = useKept(keptAs, begins);
  const [unsent, setUnsent] = useState<readonly ExampleProblem[]>(known);
  const [answered, setAnswered] = useState<ExampleFormProps["refusal"]>();
  const submit = () => {
    const { example, problems } = readTyped(typed);
    setUnsent(problems);
    if (problems.length === 0) form.onSubmit(example);
  };
  // What was said of it holds until it is changed.
  const change = (next: ExampleTyped) => {
    setTyped(next);
    setUnsent([]);
    setAnswered(refusal);
  };
  const refused = refusal === answered ? undefined : refusal;
  const problems = unsent.length > 0 ? unsent : issuesIn<ExampleProblem>(refused?.details);
  return (
    <DialogForm
      onSend={submit}
      action={busy ? "Saving…" : form.submitLabel}
      isBusy={busy}
      problem={refused && problems.length === 0 ? { message: refused.message, issues: [] } : undefined}
      onCancel={form.onCancel}
      closesFreely={keptAs !== undefined}
    >
      <ExampleFields typed={typed} onChange={change} problems={problems} />
    </DialogForm>
  );
}
