"use client";

import { type FormEvent, useState } from "react";
import type { ExampleProblem } from "@/lib/core/examples/problems";
import type { Json } from "@/lib/core/json";
import { Button } from "../ui/button";
import { Problem } from "../ui/problem";
import { ExampleFields, type ExampleTyped, readTyped } from "./example-fields";
import type { ExampleRefusal } from "./send-example";

type ExampleFormProps = {
  /** What it begins with, and what is known to be wrong with that. */
  begins: ExampleTyped;
  problems?: readonly ExampleProblem[];
  refusal: Pick<ExampleRefusal, "message" | "issues"> | undefined;
  busy: boolean;
  submitLabel: string;
  onSubmit(example: Json): void;
  onCancel(): void;
};

/** An example to be changed and sent. What is refused stays as it was typed, with a word at its field. */
export function ExampleForm({ begins, problems: known = [], refusal, busy, ...form }: ExampleFormProps) {
  const [typed, setTyped] = useState(begins);
  const [unsent, setUnsent] = useState<readonly ExampleProblem[]>(known);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { example, problems } = readTyped(typed);
    setUnsent(problems);
    if (problems.length === 0 && !busy) form.onSubmit(example);
  };
  const problems = unsent.length > 0 ? unsent : (refusal?.issues ?? []);
  return (
    <form onSubmit={submit} className="grid gap-4">
      <ExampleFields typed={typed} onChange={setTyped} problems={problems} />
      <Problem
        problem={refusal && problems.length === 0 ? { message: refusal.message, issues: [] } : undefined}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="main" disabled={busy}>
          {busy ? "Saving…" : form.submitLabel}
        </Button>
        <Button disabled={busy} onClick={form.onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
