"use client";

import { useState } from "react";
import type { SaveTemplateInput } from "@/lib/core/inputs/templates";
import type { TemplateParam } from "@/lib/core/templates/params";
import { PLACEHOLDER } from "@/lib/core/templates/texts";
import { PlanImport } from "../plans/plan-import";
import { Field, TextArea } from "../ui/field";
import { DialogForm } from "../ui/overlay/dialog-form";
import type { ProblemFacts } from "../ui/problem";
import { NameField } from "./name-field";
import { draftOfParam, newParam, ParamFields, paramOf } from "./param-fields";

type TemplateFormProps = {
  /** Absent: the template is new, and gets a name. */
  begins?: { text: string; params: readonly TemplateParam[] };
  problem: ProblemFacts | undefined;
  busy: boolean;
  submitLabel: string;
  onSubmit(input: Pick<SaveTemplateInput, "name" | "body" | "params">): void;
  onCancel(): void;
};

/** A plan with placeholders, and what each of them takes. */
export function TemplateForm({ begins, problem, busy, submitLabel, onSubmit, onCancel }: TemplateFormProps) {
  const [name, setName] = useState("");
  const [text, setText] = useState(begins?.text ?? "");
  const [drafts, setDrafts] = useState(() => begins?.params.map(draftOfParam) ?? []);
  const names = [...new Set([...text.matchAll(PLACEHOLDER)].map(([, found = ""]) => found))];
  const params = names.map((found) => drafts.find((one) => one.name === found) ?? newParam(found));
  const submit = () => {
    onSubmit({ ...(!begins && { name }), body: text, params: params.map(paramOf) });
  };
  return (
    <DialogForm
      onSend={submit}
      action={busy ? "Saving…" : submitLabel}
      isBusy={busy}
      problem={problem}
      onCancel={onCancel}
    >
      {!begins && <NameField value={name} onChange={setName} />}
      <PlanImport onText={setText}>
        <Field label="Plan (JSON or text)" help="Write {{name}} where runs differ.">
          {(wiring) => (
            <TextArea
              {...wiring}
              required
              rows={14}
              spellCheck={false}
              className="font-mono text-xs"
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Field>
      </PlanImport>
      {params.map((param) => (
        <fieldset key={param.name} className="rounded-lg border border-line px-3 pb-3">
          <legend className="wrap-anywhere px-1 font-medium font-mono text-sm">{param.name}</legend>
          <ParamFields
            param={param}
            onChange={(changed) => setDrafts([...drafts.filter((one) => one.name !== changed.name), changed])}
          />
        </fieldset>
      ))}
    </DialogForm>
  );
}
