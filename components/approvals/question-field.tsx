"use client";

import { Button } from "../ui/button";
import { Field, TextArea } from "../ui/field";

type QuestionFieldProps = {
  /** Answers to choose from: choosing one sends it. */
  options: readonly string[];
  /** False where a form asks for the answer. */
  acceptsText: boolean;
  text: string;
  /** The answer is read as data where it is JSON. */
  acceptsJson: boolean;
  pending: boolean;
  problem: string | undefined;
  onChoose(option: string): void;
  onChange(text: string): void;
};

/** The answer to a tool that asks: one of its options, each as large as a thumb, or one's own words. */
export function QuestionField(props: QuestionFieldProps) {
  const { options, acceptsText, text, acceptsJson, pending, problem, onChoose, onChange } = props;
  return (
    <>
      {options.length > 0 && (
        <fieldset className="grid gap-2 sm:grid-cols-2">
          <legend className="mb-1 font-medium">Answers to choose from</legend>
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
          label={options.length > 0 ? "Or another answer" : "Your answer"}
          error={problem}
          {...(acceptsJson && { help: "JSON, or a text as it is." })}
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
