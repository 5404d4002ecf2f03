"use client";

import { Field, Select, TextArea, TextInput } from "../ui/field";
import type { RuleDraft } from "./draft";
import { kindOf, takesList, valueText } from "./rule-value";
import type { ToolInfo } from "./types";

type RuleValueFieldProps = {
  rule: RuleDraft;
  tools: readonly ToolInfo[];
  message: { error?: string; help?: string };
  onChange(text: string): void;
};

/** What an argument is compared with, in the way in which the tool's schema has it. */
export function RuleValueField({ rule, tools, message, onChange }: RuleValueFieldProps) {
  const { operator, value } = rule;
  if (operator === "exists") return <p className="self-center text-muted text-xs">whatever its value</p>;
  const kind = kindOf(rule, tools);
  const { types, choices } = kind;
  const isYesNo = types.length === 1 && types[0] === "boolean";
  if (takesList(operator)) {
    return (
      <Field label="Values" help="One on each line." {...message}>
        {(wiring) => (
          <TextArea {...wiring} rows={3} value={value} onChange={({ target }) => onChange(target.value)} />
        )}
      </Field>
    );
  }
  if ((choices || isYesNo) && (operator === "=" || operator === "!=")) {
    const options = choices?.map((one) => valueText({ ...rule, value: one }, kind)) ?? ["true", "false"];
    return (
      <Field label="Value" {...message}>
        {(wiring) => (
          <Select {...wiring} value={value} onChange={({ target }) => onChange(target.value)}>
            {!options.includes(value) && <option value={value}>{value === "" ? "Choose…" : value}</option>}
            {options.map((one) => (
              <option key={one} value={one}>
                {isYesNo ? (one === "true" ? "yes" : "no") : one}
              </option>
            ))}
          </Select>
        )}
      </Field>
    );
  }
  const help = types.length === 0 ? { help: "A text, or JSON." } : {};
  return (
    <Field label="Value" {...help} {...message}>
      {(wiring) => (
        <TextInput
          {...wiring}
          value={value}
          spellCheck={false}
          autoComplete="off"
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}
