"use client";

import type { FormField, FormNode } from "@/lib/core/form";
import { canonicalJson, type Json } from "@/lib/core/json";
import { getOwn } from "@/lib/core/own";
import { CodeArea, Field, Select, TextInput } from "../../ui/field";

type FormFieldsProps = {
  nodes: readonly FormNode[];
  entries: Readonly<Record<string, string>>;
  /** What is wrong, by field; empty until somebody has tried to send it. */
  problems: Readonly<Record<string, string>>;
  onChange(id: string, text: string): void;
};

/** The answer that a gate asks for, a control for each value; values keep the type that the form says. */
export function FormFields({ nodes, entries, problems, onChange }: FormFieldsProps) {
  const renderField = (field: FormField) => (
    <FormControl
      key={field.id}
      field={field}
      text={getOwn(entries, field.id) ?? ""}
      problem={getOwn(problems, field.id)}
      onChange={(text) => onChange(field.id, text)}
    />
  );
  return (
    <div className="grid gap-3">
      {nodes.map((node) =>
        node.kind === "group" ? (
          <fieldset key={node.id} className="grid gap-3 rounded-lg border border-line px-3 py-2">
            <legend className="px-1 font-medium">{labelOf(node)}</legend>
            {node.help && <p className="text-muted text-xs">{node.help}</p>}
            {node.fields.map(renderField)}
          </fieldset>
        ) : (
          renderField(node)
        ),
      )}
    </div>
  );
}

type FormControlProps = {
  field: FormField;
  text: string;
  problem: string | undefined;
  onChange(text: string): void;
};

function FormControl({ field, text, problem, onChange }: FormControlProps) {
  const { kind, help } = field;
  const required = isNeeded(field);
  const written = kind === "json" ? "Enter JSON." : undefined;
  const helpText = [help, written].filter(Boolean).join(" ");
  return (
    <Field label={labelOf(field)} error={problem} {...(helpText !== "" && { help: helpText })}>
      {(wiring) => {
        const common = { ...wiring, value: text, "aria-required": required };
        if (kind === "boolean" || kind === "choice") {
          return (
            <Select {...common} onChange={(event) => onChange(event.target.value)}>
              <option value="">{required ? "Choose…" : "—"}</option>
              {choicesOf(field).map(([value, word]) => (
                <option key={value} value={value}>
                  {word}
                </option>
              ))}
            </Select>
          );
        }
        if (kind === "json") {
          return <CodeArea {...common} rows={4} onChange={(event) => onChange(event.target.value)} />;
        }
        return <TextInput {...common} {...INPUTS[kind]} onChange={(event) => onChange(event.target.value)} />;
      }}
    </Field>
  );
}

/** Numbers stay text until they are read: a browser's own number field swallows what it cannot read. */
const INPUTS = {
  text: {},
  number: { inputMode: "decimal" },
  integer: { inputMode: "numeric" },
  date: { type: "date" },
} as const;

const labelOf = ({ label, ...node }: FormNode): string => (isNeeded(node) ? label : `${label} (optional)`);

/** What may be null may stay empty. */
const isNeeded = ({ required, nullable }: Pick<FormNode, "required" | "nullable">): boolean =>
  required && !nullable;

function choicesOf({ kind, choices = [] }: FormField): [value: string, word: string][] {
  if (kind === "boolean")
    return [
      ["true", "Yes"],
      ["false", "No"],
    ];
  return choices.map((choice) => [canonicalJson(choice), choiceLabel(choice)]);
}

const choiceLabel = (choice: Json): string => (typeof choice === "string" ? choice : JSON.stringify(choice));
