"use client";

import { X } from "lucide-react";
import { type KeyboardEvent, useId, useState } from "react";
import { formatUsd } from "@/lib/core/describe/amounts";
import { Button } from "../ui/button";
import { TextInput } from "../ui/field";
import { LiveInput } from "../ui/live";
import type { ToolInfo } from "./types";

type ToolPickerProps = {
  legend: string;
  help: string;
  chosen: readonly string[];
  tools: readonly ToolInfo[];
  onChange(names: string[]): void;
};

/** Some of the tools, by their boxes or by name: one that is not there yet may be named too. */
export function ToolPicker({ legend, help, chosen, tools, onChange }: ToolPickerProps) {
  const id = useId();
  const [text, setText] = useState("");
  const wanted = text.trim();
  const shown = tools.filter(({ name }) => name.toLowerCase().includes(wanted.toLowerCase()));
  const absent = chosen.filter((name) => !tools.some((tool) => tool.name === name));
  const toggle = (name: string) =>
    onChange(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]);
  const canAdd = wanted !== "" && !chosen.includes(wanted);
  const add = () => {
    if (!canAdd) return;
    onChange([...chosen, wanted]);
    setText("");
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    add();
  };
  return (
    <fieldset className="grid gap-2" aria-describedby={`${id}-help`}>
      <legend className="font-medium">
        {legend} <span className="font-normal text-muted">{chosen.length > 0 && `(${chosen.length})`}</span>
      </legend>
      <p id={`${id}-help`} className="text-muted text-xs">
        {help}
      </p>
      <div className="flex gap-2">
        <TextInput
          aria-label={`Search or enter a tool name: ${legend}`}
          placeholder="Search or enter a tool name"
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={onKeyDown}
        />
        <Button className="shrink-0" disabled={!canAdd} onClick={add}>
          Add
        </Button>
      </div>
      {absent.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {absent.map((name) => (
            <li key={name}>
              <Button size="small" onClick={() => toggle(name)}>
                <span className="wrap-anywhere">
                  <span className="sr-only">Remove </span>
                  {name}
                </span>
                <span className="font-normal text-muted">unavailable</span>
                <X aria-hidden="true" className="size-3" />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <ul className="grid max-h-44 gap-x-4 overflow-y-auto rounded-lg border border-line px-3 py-2 sm:grid-cols-2">
        {shown.map(({ name, sideEffects, costHint }) => (
          <li key={name}>
            <label className="flex items-baseline gap-2 py-0.5">
              <LiveInput
                type="checkbox"
                checked={chosen.includes(name)}
                onChange={() => toggle(name)}
                className="size-4 shrink-0 translate-y-0.5 accent-ink"
              />
              <span className="min-w-0">
                {name}{" "}
                <span className="text-muted text-xs">
                  {sideEffects}
                  {costHint !== undefined && costHint > 0 && ` · about ${formatUsd(costHint)} a call`}
                </span>
              </span>
            </label>
          </li>
        ))}
        {shown.length === 0 && <li className="text-muted">No matching tools.</li>}
      </ul>
    </fieldset>
  );
}
