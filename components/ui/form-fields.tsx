"use client";

import { type FormField, type FormNode, isAskedFor } from "@/lib/core/form";
import { canonicalJson, type Json } from "@/lib/core/json";
import { getOwn } from "@/lib/core/own";
import { Choices, Switch } from "./choices";
import { CodeArea, Field, Select, TextInput } from "./field";

/** Words for fields in place of those of their schema, by id. */
export type FieldTexts = Readonly<
  Record<string, Partial<Pick<FormField, "label" | "help" | "placeholder">> | undefined>
>;

type FormFieldsProps = {
  nodes: readonly FormNode[];
  entries: Readonly<Record<string, string>>;
  /** What is wrong, by field; empty until somebody has tried to send it. */
  problems: Readonly<Record<string, string>>;
  onChange(id: string, text: string): void;
  texts?: FieldTexts;
  /** Short fields stand beside each other. */
  isWide?: boolean;
};

/** A control for each value of a form; values keep the type that the form says. */
export function FormFields({ nodes, texts = {}, entries, problems, onChange, isWide }: FormFieldsProps) {
  const renderField = (field: FormField) => (
    <FormControl
      key={field.id}
      field={{ ...field, ...getOwn(texts, field.id) }}
      text={getOwn(entries, field.id) ?? ""}
      problem={getOwn(problems, field.id)}
      onChange={(text) => onChange(field.id, text)}
    />
  );
  return (
    <div
      className={
        isWide ? "grid items-start gap-4 md:grid-cols-2 *:[fieldset,label]:col-span-full" : "grid gap-3"
      }
    >
      {nodes
        .filter((node) => isAskedFor(node, entries))
        .map((node) =>
          node.kind === "group" ? (
            <fieldset key={node.id} className="rounded-lg border border-line px-3 py-2">
              <legend className="px-1 font-medium">{labelOf(node)}</legend>
              <div className={`grid items-start gap-3 ${isWide ? "md:grid-cols-3 *:[p]:col-span-full" : ""}`}>
                <GroupHelp {...node} {...getOwn(texts, node.id)} />
                {node.fields.map((field) =>
                  renderField({ ...field, required: field.required && node.required }),
                )}
              </div>
            </fieldset>
          ) : (
            renderField(node)
          ),
        )}
    </div>
  );
}

const GroupHelp = ({ help }: Pick<FormField, "help">) => help && <p className="text-muted text-xs">{help}</p>;

type FormControlProps = {
  field: FormField;
  text: string;
  problem: string | undefined;
  onChange(text: string): void;
};

function FormControl({ field, text, problem, onChange }: FormControlProps) {
  const { kind, help, as, placeholder } = field;
  const required = isNeeded(field);
  const { list } = field;
  const written = kind === "json" && !list ? "Enter JSON." : as === "secret" ? SEALED : undefined;
  const helpText = [help, written].filter(Boolean).join(" ");
  if (as === "switch") {
    const [on = "true", off = "false"] = (field.choices ?? []).map(canonicalJson);
    return (
      <Switch checked={text === on} onChange={(checked) => onChange(checked ? on : off)} help={help}>
        {field.label}
      </Switch>
    );
  }
  if (as === "radio") {
    return <Choices legend={field.label} choices={choicesOf(field)} value={text} onChange={onChange} />;
  }
  return (
    <Field
      label={labelOf(field)}
      error={problem}
      {...(helpText !== "" && { help: helpText })}
      className={field.isOurs && (kind === "json" || as === "code") ? "col-span-full" : ""}
    >
      {(wiring) => {
        const common = {
          ...wiring,
          value: text,
          "aria-required": required,
          required: field.isOurs && required,
        };
        if (kind === "boolean" || kind === "choice") {
          return (
            <Select {...common} onChange={(event) => onChange(event.target.value)}>
              {(!field.isOurs || field.nullable) && (
                <option value="">{placeholder ?? (required ? "Choose…" : "—")}</option>
              )}
              {choicesOf(field).map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          );
        }
        if (kind === "json") {
          return (
            <CodeArea
              {...common}
              rows={list === "words" ? 2 : 4}
              placeholder={placeholder}
              onChange={(event) => onChange(event.target.value)}
            />
          );
        }
        return (
          <TextInput
            {...common}
            {...INPUTS[kind]}
            {...(field.isOurs && oursOf(field))}
            onChange={(event) => onChange(event.target.value)}
          />
        );
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

const SEALED = "Stored encrypted; it cannot be viewed again.";

const INPUT_MODES = new Map([
  ["uri", "url"],
  ["email", "email"],
] as const);

/** Attributes of the control of a text or a number of ours. */
const oursOf = ({ as, placeholder, maxChars, format, scale }: FormField) => ({
  placeholder,
  maxLength: maxChars,
  className: as === "code" ? "font-mono" : "",
  spellCheck: as === "code" ? false : undefined,
  autoComplete: as === "secret" ? "new-password" : "off",
  ...(as === "secret" && { type: "password" }),
  ...(format !== undefined && { inputMode: INPUT_MODES.get(format as "uri") }),
  ...(scale !== undefined && { inputMode: "decimal" as const }),
});

/** Titles of ours say by themselves what may stay empty. */
const labelOf = ({ label, ...node }: FormNode): string =>
  node.isOurs || isNeeded(node) ? label : `${label} (optional)`;

/** What may be null may stay empty. */
const isNeeded = ({ required, nullable }: Pick<FormNode, "required" | "nullable">): boolean =>
  required && !nullable;

type Choice = { value: string; label: string; help?: string };

function choicesOf({ kind, choices = [], names }: FormField): Choice[] {
  if (kind === "boolean")
    return [
      { value: "true", label: "Yes" },
      { value: "false", label: "No" },
    ];
  if (names)
    return Object.entries(names).map(([name, words]) => ({
      value: name === "" ? "" : canonicalJson(name),
      ...words,
    }));
  return choices.map((choice) => ({ value: canonicalJson(choice), label: choiceLabel(choice) }));
}

const choiceLabel = (choice: Json): string => (typeof choice === "string" ? choice : JSON.stringify(choice));
