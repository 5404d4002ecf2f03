"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { byRoute, useAct } from "@/lib/client/mutation";
import { templatesQuery } from "@/lib/client/query";
import { getOwn } from "@/lib/core/own";
import { serializePlan } from "@/lib/core/plan/write/json";
import type { TemplateView } from "@/lib/core/templates/view";
import type { ChosenTemplate } from "../missions/mission-draft";
import { EmptyState } from "../ui/empty-state";
import { Field, Select, TextArea, TextInput } from "../ui/field";
import { Dialog } from "../ui/overlay/dialog";
import { DialogForm } from "../ui/overlay/dialog-form";
import { Problem } from "../ui/problem";
import { Skeleton } from "../ui/skeleton";

type ChooseTemplateProps = {
  /** The template that is chosen at first, and values that were given before. */
  begins: { templateId: string; values: Readonly<Record<string, string>> } | undefined;
  onChoose(template: ChosenTemplate, planText: string): void;
  onClose(): void;
};

/** A template and its parameters, for a new mission: the form gets the plan that they make. */
export function ChooseTemplate({ begins, onChoose, onClose }: ChooseTemplateProps) {
  const { data, error } = useQuery(templatesQuery());
  return (
    <Dialog
      title="Start from a template"
      description="You see the plan before the run starts."
      size="wide"
      open
      onOpenChange={(open) => open || onClose()}
    >
      {error && <Problem problem={{ message: "Could not load the templates. Try again.", issues: [] }} />}
      {!data && !error && <Skeleton className="h-40" />}
      {data?.items.length === 0 && (
        <EmptyState title="No templates yet">Save the plan of a run as a template first.</EmptyState>
      )}
      {data && data.items.length > 0 && (
        <Parameters templates={data.items} begins={begins} onChoose={onChoose} />
      )}
    </Dialog>
  );
}

type ParametersProps = Pick<ChooseTemplateProps, "begins" | "onChoose"> & {
  templates: readonly TemplateView[];
};

function Parameters({ templates, begins, onChoose }: ParametersProps) {
  const { act, pending, problem } = useAct({ send: byRoute("POST /api/v1/templates/{id}/fill") });
  const [templateId, setTemplateId] = useState(begins?.templateId ?? templates[0]?.templateId ?? "");
  const [typed, setTyped] = useState(begins?.values ?? {});
  const template = templates.find((one) => one.templateId === templateId) ?? templates[0];
  if (!template) return null;
  const { params, version, name } = template;
  const values = Object.fromEntries(
    params.flatMap((param) => {
      const value = getOwn(typed, param.name);
      return value === undefined || value === "" ? [] : [[param.name, value]];
    }),
  );
  const submit = async () => {
    const of = { templateId: template.templateId, version, values };
    const reply = await act({ id: template.templateId, version, values });
    if (reply) onChoose({ ...of, name }, serializePlan(reply.plan));
  };
  return (
    <DialogForm
      onSend={submit}
      action={pending ? "Filling in…" : "Use template"}
      isBusy={pending !== undefined}
      problem={problem}
    >
      <Field label="Template" help={template.title}>
        {(wiring) => (
          <Select
            {...wiring}
            value={template.templateId}
            onChange={({ target }) => setTemplateId(target.value)}
          >
            {templates.map((one) => (
              <option key={one.templateId} value={one.templateId}>
                {one.name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {params.map((param) => (
        <ParamField
          key={param.name}
          param={param}
          value={getOwn(typed, param.name) ?? ""}
          onChange={(value) => setTyped({ ...typed, [param.name]: value })}
        />
      ))}
    </DialogForm>
  );
}

type ParamFieldProps = {
  param: TemplateView["params"][number];
  value: string;
  onChange(value: string): void;
};

/** One value, by the type of its parameter. What is left empty takes its default. */
function ParamField({ param, value, onChange }: ParamFieldProps) {
  const { name, type, options = [], required, help } = param;
  const byDefault = param.default === undefined ? undefined : String(param.default);
  const isLong = (byDefault?.length ?? 0) > LONG_CHARS;
  const isNeeded = required && byDefault === undefined;
  const optional = !isNeeded && <span className="font-sans font-normal text-muted">(optional)</span>;
  return (
    <Field
      label={
        <span className="wrap-anywhere font-mono text-sm">
          {name} {optional}
        </span>
      }
      {...(help !== undefined && { help })}
    >
      {(wiring) => {
        const shared = {
          ...wiring,
          value,
          required: isNeeded,
          placeholder: byDefault,
          onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
        };
        if (type === "choice")
          return (
            <Select
              {...wiring}
              required={isNeeded}
              value={value}
              onChange={({ target }) => onChange(target.value)}
            >
              <option value="">{byDefault === undefined ? "Choose…" : `Default: ${byDefault}`}</option>
              {options.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </Select>
          );
        if (isLong) return <TextArea {...shared} rows={3} />;
        return <TextInput {...shared} inputMode={type === "number" ? "decimal" : "text"} />;
      }}
    </Field>
  );
}

const LONG_CHARS = 80;
