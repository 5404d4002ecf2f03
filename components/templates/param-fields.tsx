"use client";

import { MAX_PARAM_CHARS, PARAM_TYPES, type ParamType } from "@/lib/core/templates/limits";
import type { TemplateParam } from "@/lib/core/templates/params";
import { Switch } from "../ui/choices";
import { Field, Select, TextArea, TextInput } from "../ui/field";

const TYPE_LABELS: Record<ParamType, string> = { text: "Text", number: "Number", choice: "Choice" };

/** A parameter as a form holds it: all of it as typed. */
type ParamDraft = {
  name: string;
  type: ParamType;
  default: string;
  help: string;
  /** One per line. */
  options: string;
  required: boolean;
};

export const draftOfParam = (param: TemplateParam): ParamDraft => ({
  name: param.name,
  type: param.type,
  required: param.required,
  help: param.help ?? "",
  default: param.default === undefined ? "" : String(param.default),
  options: param.options?.join("\n") ?? "",
});

export const newParam = (name: string): ParamDraft => ({
  name,
  type: "text",
  default: "",
  help: "",
  options: "",
  required: true,
});

/** What was typed, as a template takes it. */
export function paramOf({ name, type, default: value, help, options, required }: ParamDraft): TemplateParam {
  const listed = options.split("\n").map((one) => one.trim());
  return {
    name,
    type,
    required,
    ...(value !== "" && { default: value }),
    ...(help.trim() !== "" && { help }),
    ...(type === "choice" && { options: listed.filter((one) => one !== "") }),
  };
}

type ParamFieldsProps = { param: ParamDraft; onChange(param: ParamDraft): void };

/** What a parameter takes, what stands for it, and whether it has to be given. */
export function ParamFields({ param, onChange }: ParamFieldsProps) {
  const { type, options, required } = param;
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field label="Type">
        {(wiring) => (
          <Select
            {...wiring}
            value={type}
            onChange={({ target }) => onChange({ ...param, type: target.value as ParamType })}
          >
            {PARAM_TYPES.map((one) => (
              <option key={one} value={one}>
                {TYPE_LABELS[one]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Default">
        {(wiring) => (
          <TextInput
            {...wiring}
            value={param.default}
            onChange={({ target }) => onChange({ ...param, default: target.value })}
          />
        )}
      </Field>
      {type === "choice" && (
        <Field label="Options" help="One per line." className="sm:col-span-2">
          {(wiring) => (
            <TextArea
              {...wiring}
              rows={3}
              value={options}
              onChange={({ target }) => onChange({ ...param, options: target.value })}
            />
          )}
        </Field>
      )}
      <Field label="Help" className="sm:col-span-2">
        {(wiring) => (
          <TextInput
            {...wiring}
            maxLength={MAX_PARAM_CHARS}
            placeholder="What to enter"
            value={param.help}
            onChange={({ target }) => onChange({ ...param, help: target.value })}
          />
        )}
      </Field>
      <Switch checked={required} onChange={(on) => onChange({ ...param, required: on })}>
        Required
      </Switch>
    </div>
  );
}
