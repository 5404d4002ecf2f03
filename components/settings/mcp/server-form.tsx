"use client";

import { type FormEvent, useState } from "react";
import type { McpServerView } from "@/lib/core/mcp";
import { Choices, Switch } from "../../ui/choices";
import { Dialog, DialogFormFooter } from "../../ui/dialog";

import { Field, TextArea, TextInput } from "../../ui/field";
import { useChange } from "../use-change";
import { draftOf, readDraft, type ServerDraft } from "./server-draft";
import type { McpActions } from "./types";

type TransportFieldsProps = { draft: ServerDraft; onChange(draft: ServerDraft): void };

type ServerFormProps = {
  /** The one that is changed; a new one without. */
  server: McpServerView | undefined;
  save: McpActions["add"];
  onClose(): void;
};

const TRANSPORTS = [
  { value: "stdio", label: "A program on this machine", help: "Waymark starts it (stdio)." },
  { value: "http", label: "An address", help: "It runs elsewhere (streamable HTTP)." },
] as const;

/** How a server is reached. What was typed stays when something is wrong with it. */
export function ServerForm({ server, save, onClose }: ServerFormProps) {
  const [draft, setDraft] = useState(() => draftOf(server));
  const { problem, pending, change } = useChange();
  const read = readDraft(draft);
  const issue = "problem" in read ? read.problem : undefined;
  const { transport } = draft;
  const isProgram = transport === "stdio";
  const storedSecrets = server && server.transport === transport ? server.secretNames : [];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (read.change) change(() => save(read.change), onClose);
  };
  return (
    <Dialog
      title={server ? `Change ${server.name}` : "Add an MCP server"}
      size="wide"
      open
      onOpenChange={(open) => open || onClose()}
    >
      <form onSubmit={submit} className="grid gap-4">
        <Choices
          legend="Where it is"
          choices={TRANSPORTS}
          value={transport}
          onChange={(next) => setDraft({ ...draft, transport: next, secrets: undefined })}
        />
        {!server && (
          <Field
            label="Name"
            help="Small letters, digits and hyphens. Its tools are called by it, as in files__read_file. It cannot be changed later."
          >
            {(wiring) => (
              <TextInput
                {...wiring}
                value={draft.name}
                onChange={({ target }) => setDraft({ ...draft, name: target.value })}
                autoComplete="off"
                spellCheck={false}
                maxLength={24}
                placeholder="files"
                className="max-w-72"
              />
            )}
          </Field>
        )}
        <TransportFields draft={draft} onChange={setDraft} />
        <Field
          label={isProgram ? "Variables (optional)" : "Headers (optional)"}
          help={`${storedSecrets.length > 0 ? `Set: ${storedSecrets.join(", ")}. What is set stays unless you write here. ` : ""}One a line, as ${
            isProgram ? "NAME=value" : "name: value"
          }. They are sealed before they are stored; nobody can read them again.`}
          error={issue?.startsWith("Write each") ? issue : undefined}
        >
          {(wiring) => (
            <TextArea
              {...wiring}
              rows={2}
              value={draft.secrets ?? ""}
              onChange={({ target }) => setDraft({ ...draft, secrets: target.value })}
              autoComplete="off"
              spellCheck={false}
              className="font-mono text-xs"
            />
          )}
        </Field>
        <Field
          label="Longest call, in seconds"
          error={issue?.startsWith("A call") ? issue : undefined}
          className="max-w-52"
        >
          {(wiring) => (
            <TextInput
              {...wiring}
              inputMode="decimal"
              value={draft.timeoutSeconds}
              onChange={({ target }) => setDraft({ ...draft, timeoutSeconds: target.value })}
              autoComplete="off"
            />
          )}
        </Field>
        <Switch
          checked={draft.enabled}
          onChange={(enabled) => setDraft({ ...draft, enabled })}
          help="While it is off, no mission knows its tools."
        >
          In use
        </Switch>
        <DialogFormFooter
          problem={problem}
          disabled={pending || issue !== undefined || draft.name.trim() === ""}
        >
          {pending ? "Saving and connecting…" : "Save and connect"}
        </DialogFormFooter>
      </form>
    </Dialog>
  );
}

/** The program that is started, or the address that is called, each with what that means. */
function TransportFields({ draft, onChange }: TransportFieldsProps) {
  if (draft.transport === "http") {
    return (
      <>
        <Field label="Address" help="A secret does not belong into it: send it in a header.">
          {(wiring) => (
            <TextInput
              {...wiring}
              inputMode="url"
              value={draft.url}
              onChange={({ target }) => onChange({ ...draft, url: target.value })}
              autoComplete="off"
              spellCheck={false}
              placeholder="https://tools.example.com/mcp"
              className="font-mono"
            />
          )}
        </Field>
        <Switch
          checked={draft.allowPrivate}
          onChange={(allowPrivate) => onChange({ ...draft, allowPrivate })}
          help="Without this, addresses of this machine and of private networks are refused. With it, whoever answers there is spoken to: turn it on for a server of your own only."
        >
          It is on this machine or in my own network
        </Switch>
      </>
    );
  }
  return (
    <>
      <p className="rounded-lg border border-amber/50 px-3 py-2">
        <span aria-hidden="true" className="text-amber">
          △{" "}
        </span>
        The program runs on this machine with all the rights that Waymark has. Add only one that you trust.
      </p>
      <Field label="Program" help="Its path, or its name where the system finds it.">
        {(wiring) => (
          <TextInput
            {...wiring}
            value={draft.command}
            onChange={({ target }) => onChange({ ...draft, command: target.value })}
            autoComplete="off"
            spellCheck={false}
            placeholder="npx"
            className="font-mono"
          />
        )}
      </Field>
      <Field
        label="Arguments (optional)"
        help="One a line, without quotes. A secret does not belong here: give it as a variable."
      >
        {(wiring) => (
          <TextArea
            {...wiring}
            rows={3}
            value={draft.args}
            onChange={({ target }) => onChange({ ...draft, args: target.value })}
            autoComplete="off"
            spellCheck={false}
            placeholder={"-y\n@modelcontextprotocol/server-filesystem\n/home/me/documents"}
            className="font-mono text-xs"
          />
        )}
      </Field>
    </>
  );
}
