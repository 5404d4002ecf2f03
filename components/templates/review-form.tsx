"use client";

import type { SaveTemplateInput } from "@/lib/core/inputs/templates";
import { reviewDefaults } from "@/lib/core/plan/defaults";
import { DECISIONS } from "@/lib/core/plan/words";
import type { OwnReview } from "@/lib/core/templates/reviews";
import { ReviewTerms } from "../plan-editor/question-fields";
import { useKept } from "../ui/behavior/use-kept";
import { Switch } from "../ui/choices";
import { Field, TextArea, TextInput } from "../ui/field";
import { DialogForm } from "../ui/overlay/dialog-form";
import type { ProblemFacts } from "../ui/problem";
import { NameField } from "./name-field";

type ReviewFormProps = {
  /** Absent: the review is new, and gets a name. */
  begins?: OwnReview;
  /** Under what the tab keeps what is typed, until it is sent or cancelled; without it closing asks first. */
  keptAs?: string;
  problem: ProblemFacts | undefined;
  busy: boolean;
  submitLabel: string;
  onSubmit(input: Pick<SaveTemplateInput, "name" | "body">): void;
  onCancel(): void;
};

/** What a review asks, when to decide what, and whether a person has the last word. */
export function ReviewForm(props: ReviewFormProps) {
  const { begins, keptAs, problem, busy, submitLabel, onSubmit, onCancel } = props;
  const known = begins?.review;
  const [draft, setDraft] = useKept(keptAs, {
    name: begins?.name ?? "",
    useWhen: begins?.useWhen ?? "",
    focus: known?.focus ?? "",
    questions: known?.decisionPoints.join("\n") ?? "",
    outcomes: Object.fromEntries(
      known?.potentialOutcomes.map(({ decision, when }) => [decision, when]) ?? [],
    ) as Record<string, string>,
    byPerson: known?.requiresHumanApproval ?? false,
    terms: known ?? reviewDefaults(),
  });
  const { name, useWhen, focus, questions, outcomes, byPerson, terms } = draft;
  const change = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part });
  const submit = () => {
    const review = {
      ...terms,
      focus,
      requiresHumanApproval: byPerson,
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
      closesFreely={keptAs !== undefined}
    >
      {!begins && <NameField value={name} onChange={(next) => change({ name: next })} />}
      <Field label="When to use it" help="Planners see this with the name and the main question.">
        {(wiring) => (
          <TextInput
            {...wiring}
            value={useWhen}
            onChange={({ target }) => change({ useWhen: target.value })}
          />
        )}
      </Field>
      <Field label="Main question">
        {(wiring) => (
          <TextInput
            {...wiring}
            required
            value={focus}
            onChange={({ target }) => change({ focus: target.value })}
          />
        )}
      </Field>
      <Field label="Questions" help="One per line.">
        {(wiring) => (
          <TextArea
            {...wiring}
            required
            rows={5}
            value={questions}
            onChange={({ target }) => change({ questions: target.value })}
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
                onChange={({ target }) => change({ outcomes: { ...outcomes, [decision]: target.value } })}
              />
            )}
          </Field>
        ))}
      </fieldset>
      <Switch checked={byPerson} onChange={(next) => change({ byPerson: next })}>
        A person decides
      </Switch>
      <ReviewTerms review={terms} onChange={(next) => change({ terms: next })} />
    </DialogForm>
  );
}

const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
