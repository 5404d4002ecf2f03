"use client";

import { useState } from "react";
import { byRoute } from "@/lib/client/mutation";
import type { ModelProviderKind } from "@/lib/core/models/providers";
import type { ProviderView } from "@/lib/core/models/views";
import { Button } from "../../ui/button";
import { Choices, Switch } from "../../ui/choices";
import { CodeArea, Field, TextInput } from "../../ui/field";
import { Dialog } from "../../ui/overlay/dialog";
import { DialogForm } from "../../ui/overlay/dialog-form";
import { readHeaders } from "../secret-lines";
import { useChange } from "../use-change";
import { PROVIDER_KINDS } from "./labels";

type SecretFieldProps = {
  label: string;
  /** Whether there is one already. It is never shown. */
  isSet: boolean;
  /** Undefined keeps what is there, null removes it. */
  value: string | null | undefined;
  onChange(value: string | null | undefined): void;
};

type ProviderFormProps = {
  /** The one that is changed; a new one without. */
  provider: ProviderView | undefined;
  /** Names that are used already. */
  taken: readonly string[];
  onClose(): void;
};

const APIS = [
  { value: "chat", label: "Chat completions", help: "Supported by most servers." },
  {
    value: "responses",
    label: "Responses",
    help: "Keeps reasoning between tool calls. OpenAI stores nothing.",
  },
] as const;

/** A provider with its address and its key. What was typed stays when something is wrong with it. */
export function ProviderForm({ provider, taken, onClose }: ProviderFormProps) {
  const [kind, setKind] = useState<ModelProviderKind>(kindOf(provider));
  const [typedName, setName] = useState<string>();
  const [address, setAddress] = useState(provider?.baseUrl ?? "");
  const [api, setApi] = useState(provider?.api ?? "chat");
  /** Undefined keeps what is there, null removes it. */
  const [key, setKey] = useState<string | null>();
  const [headers, setHeaders] = useState<string>();
  const [enabled, setEnabled] = useState(provider?.enabled ?? true);
  const { problem, pending, change } = useChange(byRoute("POST /api/v1/models/providers"));
  const name = provider?.name ?? typedName ?? freeName(kind, taken);
  const read = headers === undefined ? { headers: undefined } : readHeaders(headers);
  const clash = !provider && taken.includes(name.trim());
  const submit = () => {
    const baseUrl = address.trim() || null;
    const asked = {
      name: name.trim(),
      kind,
      baseUrl,
      api,
      enabled,
      ...(key !== undefined && { key: key === "" ? null : key }),
      ...(read.headers && { headers: read.headers }),
    };
    void change(asked, onClose);
  };
  return (
    <Dialog
      title={provider ? `Edit ${provider.name}` : "Add provider"}
      size="wide"
      open
      onOpenChange={(open) => open || onClose()}
    >
      <DialogForm onSend={submit} action={pending ? "Saving…" : "Save"} isBusy={pending} problem={problem}>
        <Choices legend="Type" choices={PROVIDER_KINDS} value={kind} onChange={(next) => setKind(next)} />
        {!provider && (
          <Field
            label="Name"
            help="Prefixes its model ids, as in local:llama3. Cannot be changed later."
            error={clash ? `${name.trim()} already exists. Choose another name.` : undefined}
          >
            {(wiring) => (
              <TextInput
                {...wiring}
                required
                value={name}
                onChange={({ target }) => setName(target.value)}
                autoComplete="off"
                spellCheck={false}
                className="max-w-72"
              />
            )}
          </Field>
        )}
        <Field
          label={kind === "openai-compatible" ? "Base URL" : "Base URL (optional)"}
          help={
            kind === "openai-compatible"
              ? "Including the version, such as http://127.0.0.1:11434/v1 for Ollama. Private network addresses are allowed."
              : "Leave empty for the provider’s default."
          }
        >
          {(wiring) => (
            <TextInput
              {...wiring}
              inputMode="url"
              value={address}
              onChange={({ target }) => setAddress(target.value)}
              autoComplete="off"
              spellCheck={false}
              className="font-mono"
            />
          )}
        </Field>
        {kind === "openai" && (
          <Choices legend="Protocol" choices={APIS} value={api} onChange={(next) => setApi(next)} />
        )}
        <SecretField
          label={kind === "openai-compatible" ? "API key (optional)" : "API key"}
          isSet={provider?.key != null}
          value={key}
          onChange={setKey}
        />
        <Field
          label="Headers (optional)"
          help={`${
            provider && provider.headerNames.length > 0
              ? `${provider.headerNames.join(", ")} are set. Leave empty to keep them. `
              : ""
          }One per line, as name: value. Stored encrypted, like the API key.`}
          error={"problem" in read ? read.problem : undefined}
        >
          {(wiring) => (
            <CodeArea
              {...wiring}
              rows={2}
              value={headers ?? ""}
              onChange={({ target }) => setHeaders(target.value)}
              autoComplete="off"
            />
          )}
        </Field>
        <Switch checked={enabled} onChange={setEnabled} help="When off, none of its models are used.">
          Enabled
        </Switch>
      </DialogForm>
    </Dialog>
  );
}

function kindOf(provider: ProviderView | undefined): ModelProviderKind {
  const { kind } = provider ?? {};
  return kind === undefined || kind === "simulated" ? "openai-compatible" : kind;
}

/** What such a provider is mostly called, with a number when that is taken. */
function freeName(kind: ModelProviderKind, taken: readonly string[]): string {
  const base = PROVIDER_KINDS.find(({ value }) => value === kind)?.name ?? kind;
  for (let nth = 1; ; nth += 1) {
    const name = nth === 1 ? base : `${base}-${nth}`;
    if (!taken.includes(name)) return name;
  }
}

/** Something that is written and never read again: it can be replaced or removed. */
function SecretField({ label, isSet, value, onChange }: SecretFieldProps) {
  if (value === null) {
    return (
      <div role="status" className="flex flex-wrap items-center gap-3">
        <span>The API key will be removed.</span>
        <Button size="small" onClick={() => onChange(undefined)}>
          Undo
        </Button>
      </div>
    );
  }
  return (
    <div className="grid gap-2">
      <Field
        label={label}
        help={
          isSet
            ? "An API key is set. Leave empty to keep it; it cannot be viewed again."
            : "Stored encrypted; it cannot be viewed again."
        }
      >
        {(wiring) => (
          <TextInput
            {...wiring}
            type="password"
            value={value ?? ""}
            placeholder={isSet ? "unchanged" : ""}
            onChange={({ target }) => onChange(target.value === "" ? undefined : target.value)}
            autoComplete="new-password"
            spellCheck={false}
            className="font-mono"
          />
        )}
      </Field>
      {isSet && (
        <Button size="small" className="justify-self-start" onClick={() => onChange(null)}>
          Remove API key
        </Button>
      )}
    </div>
  );
}
