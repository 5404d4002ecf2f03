"use client";

import { formatBudgetAmount } from "@/lib/core/describe/costs/budgets";
import type { FieldWords } from "@/lib/core/describe/gates/answer-fields";
import type { FormNode } from "@/lib/core/form";
import type { Json } from "@/lib/core/json";
import { unitOf } from "../../budgets/units";
import { Button } from "../../ui/button";
import { CodeArea, Field, Select, TextArea, TextInput } from "../../ui/field";
import { FormFields } from "../../ui/form-fields";
import type { ApprovalContext } from "../context/use-approval-context";
import { readEdited } from "./edited-value";
import { type Raise, readRaise } from "./raise";

type ValueFieldProps = { label: string; shown: Json; text: string; onChange(text: string): void };

type RaiseFieldProps = { raise: Raise; text: string; onChange(text: string): void };

type ModelSelectProps = {
  label: string;
  /** Undefined until it is known which there are. */
  models: ApprovalContext["models"] | undefined;
  chosen: string;
  onChange(modelId: string): void;
};

type ArgumentsFieldProps = {
  nodes: readonly FormNode[];
  entries: Readonly<Record<string, string>>;
  problems: Readonly<Record<string, string>>;
  onChange(id: string, text: string): void;
  asJson: boolean;
  onToggle(): void;
};

type QuestionFieldProps = {
  /** Answers to choose from: choosing one sends it. */
  options: readonly string[];
  /** False where a form asks for the answer. */
  acceptsText: boolean;
  text: string;
  words: FieldWords;
  pending: boolean;
  /** Somebody has tried to send it without an answer. */
  isMissing: boolean;
  onChoose(option: string): void;
  onChange(text: string): void;
};

/** The answer to a tool that asks: one of its options, each as large as a thumb, or one's own words. */
export function QuestionField(props: QuestionFieldProps) {
  const { options, acceptsText, text, words, pending, isMissing, onChoose, onChange } = props;
  return (
    <>
      {options.length > 0 && (
        <fieldset className="grid gap-2 sm:grid-cols-2">
          <legend className="mb-1 font-medium">Choose an answer</legend>
          {options.map((option) => (
            <Button
              key={option}
              className="h-auto min-h-10 justify-start whitespace-normal break-words py-2 text-left"
              disabled={pending}
              onClick={() => onChoose(option)}
            >
              {option}
            </Button>
          ))}
        </fieldset>
      )}
      {acceptsText && (
        <Field
          label={options.length > 0 ? "Or write your own" : words.label}
          error={isMissing ? words.missing : undefined}
          help={words.help}
        >
          {(wiring) => (
            <TextArea
              {...wiring}
              rows={options.length > 0 ? 2 : 4}
              value={text}
              onChange={(event) => onChange(event.target.value)}
            />
          )}
        </Field>
      )}
    </>
  );
}

/** The arguments of a call in the fields of its tool's schema, or the way back to them from JSON. */
export function ArgumentsField({ asJson, onToggle, ...fields }: ArgumentsFieldProps) {
  return (
    <div className="grid gap-2">
      <div className="flex items-baseline justify-between gap-2">
        <p className="font-medium">Arguments</p>
        <Button size="small" onClick={onToggle}>
          {asJson ? "Edit as form" : "Edit as JSON"}
        </Button>
      </div>
      {!asJson && (
        // Many fields scroll by themselves, so that the verbs below and what is read above stay in reach.
        <div className="max-h-[40vh] overflow-y-auto p-0.5">
          <FormFields {...fields} />
        </div>
      )}
    </div>
  );
}

/** The models that may take the place of the one that cannot be reached. */
export function ModelSelect({ label, models, chosen, onChange }: ModelSelectProps) {
  const none = models?.length === 0;
  return (
    <Field label={label} error={none ? "No other model is available. Add one in Settings." : undefined}>
      {(wiring) => (
        <Select {...wiring} value={chosen} onChange={(event) => onChange(event.target.value)}>
          <option value="" disabled>
            {models ? "Choose a model…" : "Loading…"}
          </option>
          {models?.map(({ id, simulated }) => (
            <option key={id} value={id}>
              {simulated ? `${id} (simulated)` : id}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** The limit to which `raise` lifts the budget, in the unit in which people think of it. */
export function RaiseField({ raise, text, onChange }: RaiseFieldProps) {
  const { budget, least } = raise;
  const { label, step } = unitOf(budget);
  const read = readRaise(raise, text);
  return (
    <Field
      label={`New limit (${label})`}
      help={`Must be above ${formatBudgetAmount(budget, least)}. The run continues from where it stopped.`}
      error={"problem" in read ? read.problem : undefined}
    >
      {(wiring) => (
        <TextInput
          {...wiring}
          type="number"
          inputMode="decimal"
          className="max-w-48"
          step={step}
          value={text}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}

/** An editor for the shown value: a text is edited as text, anything else as JSON that is checked as it is typed. */
export function ValueField({ label, shown, text, onChange }: ValueFieldProps) {
  const isText = typeof shown === "string";
  const Area = isText ? TextArea : CodeArea;
  const read = readEdited(shown, text);
  const lines = text.split("\n").length;
  return (
    <Field
      label={label}
      help={isText ? "Plain text." : "JSON. Values keep the types you enter."}
      error={"problem" in read ? read.problem : undefined}
    >
      {(wiring) => (
        <Area
          {...wiring}
          rows={Math.min(16, Math.max(5, lines + 1))}
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
