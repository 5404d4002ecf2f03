"use client";

import { useState } from "react";
import { call } from "@/lib/client/call";
import type { Send } from "@/lib/client/mutation";
import { MAX_SERVER_NAME_CHARS } from "@/lib/core/inputs/limits";
import type { ServerChange } from "@/lib/core/inputs/mcp";
import type { McpServerView } from "@/lib/core/mcp";
import { Choices, Switch } from "../../ui/choices";
import { CodeArea, Field, TextInput } from "../../ui/field";
import { Dialog } from "../../ui/overlay/dialog";
import { DialogForm } from "../../ui/overlay/dialog-form";
import { useChange } from "../use-change";
import {
  commandOf,
  confirmationOf,
  draftOf,
  isConfirmed,
  readDraft,
  type ServerDraft,
  variableChanges,
} from "./server-draft";

type TransportFieldsProps = { draft: ServerDraft; onChange(draft: ServerDraft): void };

type ServerFormProps = {
  /** The one that is changed; a new one without. */
  server: McpServerView | undefined;
  onClose(): void;
};

const TRANSPORTS = [
  { value: "stdio", label: "Local program", help: "Started by Waymark (stdio)." },
  { value: "http", label: "Remote URL", help: "Runs elsewhere (streamable HTTP)." },
] as const;

const addServer: Send<ServerChange, unknown> = async (change, key) =>
  look(await call("POST /api/v1/mcp-servers", change, { key }), key);

const changeServer: Send<ServerChange, unknown> = async (change, key) =>
  look(await call("POST /api/v1/mcp-servers/{name}", change, { key }), key);

/** Looks at what it has. Whether it answers stands on the page. */
const look = ({ name }: { name: string }, key: string) =>
  call("POST /api/v1/mcp-servers/{name}/test", { name }, { key: `${key}-test` });

/** How a server is reached. What was typed stays when something is wrong with it. */
export function ServerForm({ server, onClose }: ServerFormProps) {
  const [draft, setDraft] = useState(() => draftOf(server));
  const { problem, pending, change } = useChange(server ? changeServer : addServer);
  const read = readDraft(draft);
  const issue = read.problem;
  const { transport } = draft;
  const isProgram = transport === "stdio";
  const storedSecrets = server && server.transport === transport ? server.secretNames : [];
  const submit = () => {
    if (read.change) void change(read.change, onClose);
  };
  return (
    <Dialog
      title={server ? `Edit ${server.name}` : "Add MCP server"}
      size="wide"
      open
      onOpenChange={(open) => open || onClose()}
    >
      <DialogForm
        onSend={submit}
        action={pending ? "Connecting…" : "Save and connect"}
        isBusy={pending}
        problem={problem}
        hindrance={isProgram && !isConfirmed(draft) ? "Confirm the program that is to run." : undefined}
      >
        <Choices
          legend="Connection"
          choices={TRANSPORTS}
          value={transport}
          onChange={(next) => setDraft({ ...draft, transport: next, secrets: undefined })}
        />
        {!server && (
          <Field
            label="Name"
            help="Lowercase letters, digits and hyphens. Prefixes its tool names, as in files__read_file. Cannot be changed later."
          >
            {(wiring) => (
              <TextInput
                {...wiring}
                required
                value={draft.name}
                onChange={({ target }) => setDraft({ ...draft, name: target.value })}
                autoComplete="off"
                spellCheck={false}
                maxLength={MAX_SERVER_NAME_CHARS}
                placeholder="files"
                className="max-w-72"
              />
            )}
          </Field>
        )}
        <TransportFields draft={draft} onChange={setDraft} />
        <Field
          label={isProgram ? "Variables (optional)" : "Headers (optional)"}
          help={`${storedSecrets.length > 0 ? `Set: ${storedSecrets.join(", ")}. Leave empty to keep them. ` : ""}One per line, as ${
            isProgram ? "NAME=value" : "name: value"
          }. Stored encrypted; they cannot be viewed again.`}
          error={issue?.field === "secrets" ? issue.message : undefined}
        >
          {(wiring) => (
            <CodeArea
              {...wiring}
              rows={2}
              value={draft.secrets ?? ""}
              onChange={({ target }) => setDraft({ ...draft, secrets: target.value })}
              autoComplete="off"
            />
          )}
        </Field>
        <Field
          label="Call timeout (seconds)"
          error={issue?.field === "timeout" ? issue.message : undefined}
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
          help="When off, missions cannot use its tools."
        >
          Enabled
        </Switch>
        {isProgram && draft.command.trim() !== "" && (
          <Confirmation draft={draft} stored={storedSecrets} onChange={setDraft} />
        )}
      </DialogForm>
    </Dialog>
  );
}

/** The program that is started, or the address that is called, each with what that means. */
function TransportFields({ draft, onChange }: TransportFieldsProps) {
  if (draft.transport === "http") {
    return (
      <>
        <Field label="URL" help="Do not put secrets in the URL; use a header.">
          {(wiring) => (
            <TextInput
              {...wiring}
              required
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
          help="Otherwise local and private network addresses are blocked. Turn this on only for a server you control."
        >
          Allow local and private network addresses
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
        The program runs on this machine with all of Waymark’s permissions. Only add programs you trust.
      </p>
      <Field label="Command" help="Path, or a name on the system PATH.">
        {(wiring) => (
          <TextInput
            {...wiring}
            required
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
        help="One per line, without quotes. Do not put secrets here; use a variable."
      >
        {(wiring) => (
          <CodeArea
            {...wiring}
            rows={3}
            value={draft.args}
            onChange={({ target }) => onChange({ ...draft, args: target.value })}
            autoComplete="off"
            placeholder={"-y\n@modelcontextprotocol/server-filesystem\n/home/me/documents"}
          />
        )}
      </Field>
    </>
  );
}

/** What would run, argument by argument: blanks and look-alikes show, and are agreed to, and which variables it would get. */
function Confirmation({ draft, stored, onChange }: TransportFieldsProps & { stored: readonly string[] }) {
  const command = commandOf(draft);
  const variables = variableChanges(draft, stored);
  return (
    <Switch
      checked={isConfirmed(draft)}
      onChange={(isOn) => onChange({ ...draft, confirmed: isOn ? confirmationOf(draft) : undefined })}
      help="Confirm again after every change."
    >
      Run exactly this program:{" "}
      <code className="break-all font-mono text-xs">
        {command.map((part) => JSON.stringify(part)).join(" ")}
      </code>
      {variables.length > 0 && (
        <>
          {" "}
          with the variables <code className="break-all font-mono text-xs">{variables.join(", ")}</code>
        </>
      )}
    </Switch>
  );
}
