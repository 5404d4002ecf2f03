"use client";

import { type ReactNode, useId } from "react";
import { LiveInput } from "./live";

type Choice<Value extends string> = { value: Value; label: string; help?: string };

type ChoicesProps<Value extends string> = {
  legend: string;
  choices: readonly Choice<Value>[];
  value: Value;
  onChange(value: Value): void;
};

/** One of a few choices, each with a sentence on what it means. */
export function Choices<Value extends string>({ legend, choices, value, onChange }: ChoicesProps<Value>) {
  const id = useId();
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-medium">{legend}</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(11rem,100%),1fr))] gap-2">
        {choices.map((choice) => (
          <label
            key={choice.value}
            className="flex gap-2.5 rounded-lg border border-line bg-panel px-3 py-2 has-checked:border-ink has-focus-visible:outline-2 has-focus-visible:outline-run has-focus-visible:outline-offset-2"
          >
            <LiveInput
              type="radio"
              name={id}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
              className="mt-1 size-4 shrink-0 accent-ink outline-none"
            />
            <span>
              {choice.label}
              {choice.help && <span className="block text-muted text-xs">{choice.help}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type SwitchProps = { checked: boolean; onChange(checked: boolean): void; children: ReactNode; help?: string };

/** Something that is on or off. */
export function Switch({ checked, onChange, children, help }: SwitchProps) {
  return (
    <label className="flex gap-2.5">
      <LiveInput
        type="checkbox"
        role="switch"
        aria-checked={checked}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-1 size-4 shrink-0 accent-ink"
      />
      <span>
        <span className="font-medium">{children}</span>
        {help && <span className="block text-muted text-xs">{help}</span>}
      </span>
    </label>
  );
}
