"use client";

import { type ReactNode, useState } from "react";
import { formatLossyNumber, type Json, lossyNumber, readTypedJson } from "@/lib/core/json";
import { takeFocus } from "../ui/behavior/take-focus";
import { CodeArea, Field, Select, TextArea, TextInput } from "../ui/field";
import { useUnreadFields } from "./unapplied";

/**
 * A text that stands for a value: what is typed stays as it is typed while it means the same value, and follows the value
 * when that is changed elsewhere, as by undo.
 */
function useTextOf(text: string, isSame: (typed: string) => boolean): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(text);
  const [known, setKnown] = useState(text);
  if (text !== known) {
    setKnown(text);
    if (!isSame(typed)) setTyped(text);
  }
  return [typed, setTyped];
}

/** A text that may stand for no value: such a one is kept under its path, and comes back with the field. */
function useReadText(
  { label, path }: { label: string; path?: string | undefined },
  text: string,
  isSame: (typed: string) => boolean,
  problemOf: (typed: string) => string | undefined,
) {
  const unread = useUnreadFields();
  const [typed, setTyped] = useTextOf(text, isSame);
  const shown = (path === undefined ? undefined : unread?.textAt(path)) ?? typed;
  const change = (next: string) => {
    setTyped(next);
    const problem = problemOf(next);
    if (path !== undefined)
      unread?.keep(path, problem === undefined ? undefined : { label, text: next, problem });
  };
  return { typed: shown, problem: problemOf(shown), change };
}

type TextFieldProps = {
  label: string;
  value: string;
  onChange(value: string): void;
  help?: ReactNode;
  rows?: number;
  isCode?: boolean;
  /** It has the focus when its form comes, and what stands in it is written over. */
  isFirst?: boolean;
  /** What is wrong with it. */
  error?: string | undefined;
};

const takeFocusAndSelect = (field: HTMLInputElement | null): void => {
  takeFocus(field);
  field?.select();
};

/** A text; of several lines where rows are given. */
export function TextField(props: TextFieldProps) {
  const { label, value, onChange, help, rows, isCode = false, isFirst, error } = props;
  const Area = isCode ? CodeArea : TextArea;
  return (
    <Field label={label} error={error} {...(help !== undefined && { help })}>
      {(wiring) =>
        rows === undefined ? (
          <TextInput
            {...wiring}
            value={value}
            onChange={({ target }) => onChange(target.value)}
            ref={isFirst ? takeFocusAndSelect : undefined}
          />
        ) : (
          <Area {...wiring} rows={rows} value={value} onChange={({ target }) => onChange(target.value)} />
        )
      }
    </Field>
  );
}

type LinesFieldProps = Omit<TextFieldProps, "value" | "onChange" | "isCode"> & {
  lines: readonly string[];
  onChange(lines: string[]): void;
};

const linesIn = (text: string): string[] => text.split("\n").filter((line) => line.trim() !== "");

/** A list of texts, one a line. */
export function LinesField({ lines, onChange, rows = 3, ...field }: LinesFieldProps) {
  const joined = lines.join("\n");
  const [typed, setTyped] = useTextOf(joined, (text) => linesIn(text).join("\n") === joined);
  const change = (text: string) => {
    setTyped(text);
    onChange(linesIn(text));
  };
  return <TextField {...field} rows={rows} value={typed} onChange={change} />;
}

type NumberFieldProps = {
  label: string;
  /** Of the field in its task: what cannot be read is kept under it. */
  path?: string;
  value: number | undefined;
  onChange(value: number | undefined): void;
  min: number;
  help?: ReactNode;
  /** It cannot be left out. */
  required?: boolean;
  isWhole?: boolean;
};

/** A number from `min` on, or none. */
export function NumberField(props: NumberFieldProps) {
  const { value, onChange, min, help, required = false, isWhole = true } = props;
  const text = value === undefined ? "" : String(value);
  const numberIn = (one: string) => (one.trim() === "" ? undefined : Number(one));
  const isFit = (n: number | undefined) =>
    n === undefined ? !required : n >= min && (isWhole ? Number.isSafeInteger(n) : Number.isFinite(n));
  const { typed, problem, change } = useReadText(
    props,
    text,
    (one) => one === text,
    (one) =>
      isFit(numberIn(one)) ? undefined : `Enter a ${isWhole ? "whole number" : "number"} from ${min}.`,
  );
  return (
    <Field label={props.label} {...(help !== undefined && { help })} error={problem}>
      {(wiring) => (
        <TextInput
          {...wiring}
          inputMode={isWhole ? "numeric" : "decimal"}
          value={typed}
          onChange={({ target }) => {
            change(target.value);
            const next = numberIn(target.value);
            if (isFit(next)) onChange(next);
          }}
        />
      )}
    </Field>
  );
}

type JsonFieldProps = {
  label: string;
  /** Of the field in its task: what cannot be read is kept under it. */
  path?: string;
  value: Json | undefined;
  onChange(value: Json | undefined): void;
  help?: ReactNode;
  /** What is no JSON is taken as a text; otherwise it has to be an object or a list. */
  orText?: boolean;
  /** A list is no value of it. */
  noList?: boolean;
};

/** A value as JSON; empty for none. */
export function JsonField(props: JsonFieldProps) {
  const { value, onChange, help } = props;
  const text = value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value, null, 2);
  const { typed, problem, change } = useReadText(
    props,
    text,
    (one) => textOf(read(one, props)) === textOf({ value }),
    (one) => (read(one, props) ? undefined : problemOf(one, props)),
  );
  return (
    <Field label={props.label} {...(help !== undefined && { help })} error={problem}>
      {(wiring) => (
        <CodeArea
          {...wiring}
          rows={3}
          value={typed}
          onChange={({ target }) => {
            change(target.value);
            const next = read(target.value, props);
            if (next) onChange(next.value);
          }}
        />
      )}
    </Field>
  );
}

function problemOf(text: string, { noList }: JsonTerms): string {
  const number = lossyNumber(text);
  if (number !== undefined) return formatLossyNumber(number);
  return noList ? "Enter a JSON object." : "Enter valid JSON.";
}

const textOf = (one: { value: Json | undefined } | undefined): string => JSON.stringify(one ?? null);

type JsonTerms = Pick<JsonFieldProps, "orText" | "noList">;

function read(text: string, { orText, noList }: JsonTerms): { value: Json | undefined } | undefined {
  if (text.trim() === "") return { value: undefined };
  const typed = readTypedJson(text);
  // JSON with a number that would become another one is neither that nor a text.
  if ("problem" in typed && !typed.error) return undefined;
  const value = "value" in typed ? typed.value : text;
  if (noList && Array.isArray(value)) return undefined;
  if (typeof value === "object" && value !== null) return { value };
  return orText ? { value: text } : undefined;
}

type ChoiceFieldProps<Value extends string> = {
  label: string;
  value: Value;
  options: readonly (readonly [Value, string])[];
  onChange(value: Value): void;
  help?: ReactNode;
};

/** One of a few words. */
export function ChoiceField<Value extends string>(props: ChoiceFieldProps<Value>) {
  const { label, value, options, onChange, help } = props;
  return (
    <Field label={label} {...(help !== undefined && { help })}>
      {(wiring) => (
        <Select
          {...wiring}
          value={value}
          onChange={({ target }) => {
            const chosen = options.find(([one]) => one === target.value);
            if (chosen) onChange(chosen[0]);
          }}
        >
          {options.map(([one, words]) => (
            <option key={one} value={one}>
              {words}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
