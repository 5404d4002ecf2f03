"use client";

import { gateOf, reviewDefaults, reviewOf } from "@/lib/core/plan/defaults";
import {
  CONSENSUS,
  DECISIONS,
  GATE_TIMEOUTS,
  type GateSpec,
  type PotentialOutcome,
  REVIEW_TIMEOUTS,
  type ReviewSpec,
  type Task,
} from "@/lib/core/plan/schema";
import { listReviewTemplates, reviewName, reviewTemplate } from "@/lib/core/plan/templates";
import { DEFAULT_REVIEW_DEADLINE_SECONDS } from "@/lib/core/run/controls/terms/terms";
import type { OwnReview } from "@/lib/core/templates/reviews";
import { Button } from "../ui/button";
import { Switch } from "../ui/choices";
import { SeenText } from "../ui/seen-text";
import { ChoiceField, JsonField, LinesField, NumberField, TextField } from "./fields";

const pairs = <Value extends string>(values: readonly Value[]) =>
  values.map((value) => [value, value] as const);

type ReviewFieldsProps = {
  task: Task;
  /** The reviews of the workspace. */
  own: readonly OwnReview[];
  onChange(review: ReviewSpec, typing?: string): void;
};

/** What a planning review asks, and who decides. */
export function ReviewFields({ task, own, onChange }: ReviewFieldsProps) {
  const review = task.review ?? { ...reviewOf(task), previousTasks: [] };
  const set = (part: Partial<ReviewSpec>, typing?: string) => onChange({ ...review, ...part }, typing);
  return (
    <>
      <ReviewTemplateField review={review} own={own} onChange={onChange} />
      <TextField label="Focus" rows={2} value={review.focus} onChange={(focus) => set({ focus }, "focus")} />
      <LinesField
        label="Decision points"
        help="One per line."
        lines={review.decisionPoints}
        onChange={(decisionPoints) => set({ decisionPoints }, "decisionPoints")}
      />
      <LinesField
        label="Potential outcomes"
        help={`One per line, as “CONTINUE: when …”. Decisions: ${DECISIONS.join(", ")}.`}
        lines={review.potentialOutcomes.map(({ decision, when }) => `${decision}: ${when}`)}
        onChange={(lines) => set({ potentialOutcomes: lines.flatMap(outcomeIn) }, "outcomes")}
      />
      <Switch
        checked={review.requiresHumanApproval}
        onChange={(requiresHumanApproval) => set({ requiresHumanApproval })}
      >
        A person has to approve the decision
      </Switch>
      <details>
        <summary className="text-muted text-xs">Reviewers, time limit, condition</summary>
        <div className="mt-2 grid gap-3">
          <ReviewTerms review={review} onChange={onChange} />
        </div>
      </details>
    </>
  );
}

type ReviewTermsProps = { review: ReviewSpec; onChange(review: ReviewSpec, typing?: string): void };

/** Who says what a review comes to, until when people may, and when it is asked at all. */
export function ReviewTerms({ review, onChange }: ReviewTermsProps) {
  const set = (part: Partial<ReviewSpec>, typing?: string) => onChange({ ...review, ...part }, typing);
  return (
    <>
      <LinesField
        label="Reviewers"
        help="Agents, one a line. The planning agent if empty."
        rows={2}
        lines={review.reviewers}
        onChange={(reviewers) => set({ reviewers }, "reviewers")}
      />
      <ChoiceField
        label="Consensus"
        value={review.consensus}
        options={pairs(CONSENSUS)}
        onChange={(consensus) => set({ consensus })}
      />
      <Deadline
        label="Time to approve (seconds)"
        path="review/approvalTimeoutSeconds"
        defaultSeconds={DEFAULT_REVIEW_DEADLINE_SECONDS}
        seconds={review.approvalTimeoutSeconds}
        onSeconds={(seconds) => onChange(withSeconds(review, "approvalTimeoutSeconds", seconds))}
        onTimeout={review.onTimeout}
        timeouts={REVIEW_TIMEOUTS}
        onChoose={(onTimeout) => set({ onTimeout })}
      />
      <JsonField
        label="Condition"
        path="review/condition"
        help="A predicate, or JSON such as {&quot;previousFailed&quot;: true}. It always runs if empty."
        value={review.condition}
        orText
        onChange={(condition) => {
          const { condition: _, ...rest } = review;
          onChange(condition === undefined ? rest : { ...rest, condition }, "condition");
        }}
      />
    </>
  );
}

type ReviewTemplateFieldProps = {
  review: ReviewSpec;
  own: readonly OwnReview[];
  onChange(review: ReviewSpec): void;
};

/** The template that fills the review in: one of those that every workspace has, or of its own. */
function ReviewTemplateField({ review, own, onChange }: ReviewTemplateFieldProps) {
  const { template = "", ...unnamed } = review;
  const everywhere = listReviewTemplates().map(({ name, title }) => [name, title] as const);
  const known = own.find(({ name }) => reviewName(name) === reviewName(template));
  const value = reviewTemplate(template)?.name ?? known?.name ?? template;
  const isKnown = value === "" || known !== undefined || reviewTemplate(template) !== undefined;
  const useWhen = reviewTemplate(template)?.useWhen ?? known?.useWhen;
  return (
    <ChoiceField
      label="Review template"
      value={value}
      options={[
        ["", "None"],
        ...(isKnown ? [] : [[value, `${value} (no longer in the library)`] as const]),
        ...own.map(({ name }) => [name, name] as const),
        ...everywhere,
      ]}
      help={useWhen ?? "Fills in focus, decision points and outcomes."}
      onChange={(name) => {
        const mine = own.find((one) => one.name === name);
        if (name === "") onChange(unnamed);
        else
          onChange({
            ...(mine ? mine.review : reviewDefaults(name)),
            previousTasks: review.previousTasks,
            template: name,
          });
      }}
    />
  );
}

/** `CONTINUE: it is accurate`; a line that names no decision is no outcome yet. */
function outcomeIn(line: string): PotentialOutcome[] {
  const [, word = "", when = ""] = /^\s*(\w+)\s*:\s?(.*)$/.exec(line) ?? [];
  const decision = DECISIONS.find((one) => one === word.toUpperCase());
  return decision ? [{ decision, when }] : [];
}

type GateFieldsProps = {
  task: Task;
  /** Why nobody here can let it pass. */
  problem?: string | undefined;
  /** Names and roles that can be asked here. */
  choices: readonly string[];
  onChange(gate: GateSpec, typing?: string): void;
};

/** What a human gate asks, whom, and what silence means. */
export function GateFields({ task, problem, choices, onChange }: GateFieldsProps) {
  const gate = task.gate ?? { ...gateOf(task), prompt: "" };
  const set = (part: Partial<GateSpec>, typing?: string) => onChange({ ...gate, ...part }, typing);
  return (
    <>
      <TextField
        label="Question"
        rows={2}
        help="The title if empty."
        value={gate.prompt}
        onChange={(prompt) => set({ prompt }, "prompt")}
      />
      <LinesField
        label="Who may answer"
        help="Names or role:names, one a line. Everyone if empty."
        rows={2}
        lines={gate.assignees}
        error={problem}
        onChange={(assignees) => set({ assignees }, "assignees")}
      />
      <Choices
        choices={choices.filter((one) => !gate.assignees.includes(one))}
        onChoose={(one) => set({ assignees: [...gate.assignees, one] })}
      />
      <NumberField
        label="People who have to approve"
        path="gate/quorum"
        min={1}
        required
        value={gate.quorum}
        onChange={(quorum = 1) => set({ quorum }, "quorum")}
      />
      <Switch checked={gate.fourEyes ?? false} onChange={(fourEyes) => set({ fourEyes })}>
        Four eyes: not by the author of the mission or the plan
      </Switch>
      <Switch checked={gate.requiresReason ?? false} onChange={(requiresReason) => set({ requiresReason })}>
        Rejecting takes a reason
      </Switch>
      <Deadline
        label="Time to answer (seconds)"
        path="gate/timeoutSeconds"
        seconds={gate.timeoutSeconds}
        onSeconds={(seconds) => onChange(withSeconds(gate, "timeoutSeconds", seconds))}
        onTimeout={gate.onTimeout}
        timeouts={GATE_TIMEOUTS}
        onChoose={(onTimeout) => set({ onTimeout })}
      />
      {gate.onTimeout === "escalate" && (
        <LinesField
          label="Escalate to"
          help="One after the other, one a line."
          rows={2}
          lines={gate.escalateTo ?? []}
          onChange={(escalateTo) => set({ escalateTo }, "escalateTo")}
        />
      )}
      <JsonField
        label="Form"
        help="JSON Schema of what people fill in."
        path="gate/form"
        value={gate.form}
        noList
        onChange={(form) => {
          const { form: _, ...rest } = gate;
          onChange(form === undefined ? rest : { ...rest, form: form as NonNullable<typeof _> }, "form");
        }}
      />
    </>
  );
}

/** More are typed. */
const MAX_CHOICES = 12;

/** People and roles that exist here, to be added with a press. */
function Choices({ choices, onChoose }: { choices: readonly string[]; onChoose(one: string): void }) {
  if (choices.length === 0) return null;
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="sr-only">Add who may answer</legend>
      {choices.slice(0, MAX_CHOICES).map((one) => (
        <Button key={one} size="small" className="wrap-anywhere" onClick={() => onChoose(one)}>
          <span aria-hidden="true">+ </span>
          <SeenText text={one} />
        </Button>
      ))}
    </fieldset>
  );
}

type DeadlineProps<Timeout extends string> = {
  label: string;
  path: string;
  /** What holds where none is set; absent: then there is none. */
  defaultSeconds?: number;
  seconds: number | undefined;
  onSeconds(seconds: number | undefined): void;
  onTimeout: Timeout;
  timeouts: readonly Timeout[];
  onChoose(onTimeout: Timeout): void;
};

/** How long people have, and what silence means then. */
function Deadline<Timeout extends string>(props: DeadlineProps<Timeout>) {
  const { label, path, defaultSeconds, seconds, onSeconds, onTimeout, timeouts, onChoose } = props;
  const whenEmpty = defaultSeconds === undefined ? "No limit" : String(defaultSeconds);
  return (
    <>
      <NumberField
        label={label}
        path={path}
        min={1}
        help={`${whenEmpty} if empty.`}
        value={seconds}
        onChange={onSeconds}
      />
      {(seconds ?? defaultSeconds) !== undefined && (
        <ChoiceField
          label="If nobody answers"
          value={onTimeout}
          options={pairs(timeouts)}
          onChange={onChoose}
        />
      )}
    </>
  );
}

/** The spec with a time limit, or without one. */
function withSeconds<Spec extends object>(spec: Spec, field: keyof Spec, seconds: number | undefined): Spec {
  const next = { ...spec };
  delete next[field];
  return seconds === undefined ? next : { ...next, [field]: seconds };
}
