"use client";

import { useState } from "react";
import type { SaveTemplateInput } from "@/lib/core/inputs/templates";
import { reviewDefaults } from "@/lib/core/plan/defaults";
import { DECISIONS } from "@/lib/core/plan/words";
import type { OwnReview } from "@/lib/core/templates/reviews";
import { ReviewTerms } from "../plan-editor/question-fields";
import { Switch } from "../ui/choices";
import { Field, TextArea, TextInput } from "../ui/field";
import { DialogForm } from "../ui/overlay/dialog-form";
import type { ProblemFacts } from "../ui/problem";
import { NameField } from "./name-field";

type ReviewFormProps = {
  /** Absent: the review is new, and gets a name. */
  begins?: OwnReview;
  problem: ProblemFacts | undefined;
  busy: boolean;
  submitLabel: string;
  onSubmit(input: Pick<SaveTemplateInput, "name" | "body">): void;
  onCancel(): void;
};

/** What a review asks, when to decide what, and whether a person has the last word. */
export function ReviewForm({ begins, problem, busy, submitLabel, onSubmit, onCancel }: ReviewFormProps) {
  const [name, setName] = useState(begins?.name ?? "");
  const [useWhen, setUseWhen] = useState(begins?.useWhen ?? "");
  const [focus, setFocus] = useState(begins?.review.focus ?? "");
  const [questions, setQuestions] = useState(begins?.review.decisionPoints.join("\n") ?? "");
  const [outcomes, setOutcomes] = useState<Record<string, string>>(() =>
    Object.fromEntries(begins?.review.potentialOutcomes.map(({ decision, when }) => [decision, when]) ?? []),
  );
  const [byPerson, setByPerson] = useState(begins?.review.requiresHumanApproval ?? false);
  const [terms, setTerms] = useState(() => begins?.review ?? reviewDefaults());
  const submit = () => {
    const review = {
      ...terms,
      ...{ focus, requiresHumanApproval: byPerson },
      decisionPoints: linesOf(questions),
      potentialOutcomes: DECISIONS.flatMap((decision) => {
        const when = outcomes[decision]?.trim() ?? "";
        return when === "" ? [] : [{ decision, when }];
      }),
    };
    const task = { id: "review", title: name, type: "planning_review", review };
    onSubmit({
      ...(!begins && { name }),
      body: JSON.stringify({ title: name, objective: useWhen, tasks: [task] }),
    });
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
      <Field label="When to use it" help="Planners see this with the name and the main question.">
        {(wiring) => (
          <TextInput {...wiring} value={useWhen} onChange={({ target }) => setUseWhen(target.value)} />
        )}
      </Field>
      <Field label="Main question">
        {(wiring) => (
          <TextInput {...wiring} required value={focus} onChange={({ target }) => setFocus(target.value)} />
        )}
      </Field>
      <Field label="Questions" help="One per line.">
        {(wiring) => (
          <TextArea
            {...wiring}
            required
            rows={5}
            value={questions}
            onChange={({ target }) => setQuestions(target.value)}
          />
        )}
      </Field>
      <fieldset className="grid gap-2">
        <legend className="mb-1 font-medium">When to decide what</legend>
        {DECISIONS.map((decision) => (
          <Field key={decision} label={decision}>
            {(wiring) => (
              <TextInput
                {...wiring}
                value={outcomes[decision] ?? ""}
                onChange={({ target }) => setOutcomes({ ...outcomes, [decision]: target.value })}
              />
            )}
          </Field>
        ))}
      </fieldset>
      <Switch checked={byPerson} onChange={setByPerson}>
        A person decides
      </Switch>
      <ReviewTerms review={terms} onChange={setTerms} />
    </DialogForm>
  );
}

const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
