"use client";

import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { useAct } from "@/lib/client/mutation";
import { queryKeys, templatesQuery } from "@/lib/client/query";
import { Button } from "../ui/button";
import { Field, Select, TextInput } from "../ui/field";
import { IconButton } from "../ui/icon-button";
import { Dialog } from "../ui/overlay/dialog";
import { DialogForm } from "../ui/overlay/dialog-form";
import { templateHref } from "./address";
import { NameField } from "./name-field";
import { sendSave } from "./send-template";

type Replaced = { key: number; text: string; param: string };
type SaveTemplateProps = { runId: string; version: number; onClose(): void };

/** A run's plan as a template: under which name, and which of its texts differ from run to run. */
export function SaveTemplate({ runId, version, onClose }: SaveTemplateProps) {
  const { data } = useQuery(templatesQuery());
  const { act, pending, problem, reply } = useAct({ send: sendSave, invalidates: [queryKeys.templates] });
  const [templateId, setTemplateId] = useState("");
  const [name, setName] = useState("");
  const [rows, setRows] = useState<readonly Replaced[]>([{ key: 0, text: "", param: "" }]);
  const existing = data?.items.find((one) => one.templateId === templateId);
  const submit = () => {
    const replace = rows.flatMap(({ text, param }) => (text === "" && param === "" ? [] : [{ text, param }]));
    const target = existing
      ? {
          templateId,
          expectedVersion: existing.version,
          // What a parameter takes stays as it was said before.
          params: existing.params.filter((known) => replace.some(({ param }) => param === known.name)),
        }
      : { name };
    void act({ from: { runId, version }, replace, ...target });
  };
  return (
    <Dialog
      title="Save as template"
      description={`Plan version ${version} of this run, to be run again.`}
      size="wide"
      open
      onOpenChange={(open) => open || onClose()}
    >
      {reply ? (
        <p role="status">
          Saved as version {reply.version}.{" "}
          <Link href={templateHref(reply.templateId)} className="underline underline-offset-2">
            Open template
          </Link>
        </p>
      ) : (
        <DialogForm
          onSend={submit}
          action={pending ? "Saving…" : "Save template"}
          isBusy={pending !== undefined}
          problem={problem}
        >
          {data && data.items.length > 0 && (
            <Field label="Save as">
              {(wiring) => (
                <Select {...wiring} value={templateId} onChange={({ target }) => setTemplateId(target.value)}>
                  <option value="">New template</option>
                  {data.items.map((one) => (
                    <option key={one.templateId} value={one.templateId}>
                      Version {one.version + 1} of {one.name}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          )}
          {!existing && <NameField value={name} onChange={setName} />}
          <ReplacedTexts rows={rows} onRows={setRows} />
        </DialogForm>
      )}
    </Dialog>
  );
}

type ReplacedTextsProps = { rows: readonly Replaced[]; onRows(rows: readonly Replaced[]): void };

function ReplacedTexts({ rows, onRows }: ReplacedTextsProps) {
  const change = (key: number, changed: Partial<Replaced>) =>
    onRows(rows.map((row) => (row.key === key ? { ...row, ...changed } : row)));
  const nextKey = Math.max(-1, ...rows.map(({ key }) => key)) + 1;
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-medium">Parameters</legend>
      <p className="text-muted text-xs">
        Each text becomes a parameter wherever the plan says it, and its default. Types and options are set in
        the library.
      </p>
      {rows.map(({ key, text, param }, index) => (
        <div
          key={key}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_auto]"
        >
          <Field label={`Text ${index + 1}`} className="max-sm:col-span-2">
            {(wiring) => (
              <TextInput
                {...wiring}
                placeholder="A text of the plan"
                value={text}
                onChange={({ target }) => change(key, { text: target.value })}
              />
            )}
          </Field>
          <Field label={`Parameter ${index + 1}`}>
            {(wiring) => (
              <TextInput
                {...wiring}
                placeholder="name"
                className="font-mono"
                value={param}
                onChange={({ target }) => change(key, { param: target.value })}
              />
            )}
          </Field>
          <IconButton
            label={`Remove parameter ${index + 1}`}
            onClick={() => onRows(rows.filter((row) => row.key !== key))}
          >
            <X aria-hidden="true" className="size-4" />
          </IconButton>
        </div>
      ))}
      <div>
        <Button size="small" onClick={() => onRows([...rows, { key: nextKey, text: "", param: "" }])}>
          Add parameter
        </Button>
      </div>
    </fieldset>
  );
}
