"use client";

import type { SaveTemplateInput } from "@/lib/core/inputs/templates";
import type { TemplateParam } from "@/lib/core/templates/params";
import { PLACEHOLDER } from "@/lib/core/templates/texts";
import { PlanImport } from "../plans/plan-import";
import { useKept } from "../ui/behavior/use-kept";
import { CodeArea, Field } from "../ui/field";
import { DialogForm } from "../ui/overlay/dialog-form";
import type { ProblemFacts } from "../ui/problem";
import { NameField } from "./name-field";
import { draftOfParam, newParam, ParamFields, paramOf } from "./param-fields";

type TemplateFormProps = {
  /** Absent: the template is new, and gets a name. */
  begins?: { text: string; params: readonly TemplateParam[] };
  /** Under what the tab keeps what is typed, until it is sent or cancelled; without it closing asks first. */
  keptAs?: string;
  problem: ProblemFacts | undefined;
  busy: boolean;
  submitLabel: string;
  onSubmit(input: Pick<SaveTemplateInput, "name" | "body" | "params">): void;
  onCancel(): void;
};

/** A plan with placeholders, and what each of them takes. */
export function TemplateForm(props: TemplateFormProps) {
  const { begins, keptAs, problem, busy, submitLabel, onSubmit, onCancel } = props;
  const [draft, setDraft] = useKept(keptAs, {
    name: "",
    text: begins?.text ?? "",
    params: begins?.params.map(draftOfParam) ?? [],
  });
  const { name, text, params: drafts } = draft;
  const setText = (next: string) => setDraft({ ...draft, text: next });
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
      closesFreely={keptAs !== undefined}
    >
      {!begins && <NameField value={name} onChange={(next) => setDraft({ ...draft, name: next })} />}
      <PlanImport onText={setText}>
        <Field label="Plan (JSON or text)" help="Write {{name}} where runs differ.">
          {(wiring) => (
            <CodeArea
              {...wiring}
              required
              rows={14}
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
            onChange={(changed) =>
              setDraft({ ...draft, params: [...drafts.filter((one) => one.name !== changed.name), changed] })
            }
          />
        </fieldset>
      ))}
    </DialogForm>
  );
}
