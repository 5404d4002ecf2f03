"use client";

import { type FormEvent, useState } from "react";
import type { McpServerView } from "@/lib/core/mcp";
import { Choices, Switch } from "../../ui/choices";
import { Dialog } from "../../ui/dialog";
import { DialogFormFooter } from "../../ui/dialog-form-end";
import { Field, TextArea, TextInput } from "../../ui/field";
import { useChange } from "../models/use-change";
import { TransportFields } from "./place-fields";
import { draftOf, readDraft } from "./server-draft";
import type { McpActions } from "./types";

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
