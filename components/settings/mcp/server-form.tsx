"use client";

import { useState } from "react";
import { call } from "@/lib/client/call";
import type { Send } from "@/lib/client/mutation";
import type { ServerChange, ServerNodes } from "@/lib/core/inputs/mcp";
import type { McpServerView } from "@/lib/core/mcp";
import { useForm } from "../../ui/behavior/use-form";
import { Choices, Switch } from "../../ui/choices";
import { CodeArea, Field } from "../../ui/field";
import { FormFields } from "../../ui/form-fields";
import { Dialog } from "../../ui/overlay/dialog";
import { DialogForm } from "../../ui/overlay/dialog-form";
import { useChange } from "../use-change";
import {
  beginsOf,
  changeOf,
  commandOf,
  confirmationOf,
  confirmedOf,
  isConfirmed,
  isProgram,
  readSecrets,
  type ServerDraft,
  variableChanges,
} from "./server-draft";

type ServerFormProps = {
  nodes: ServerNodes;
  /** The one that is changed; a new one without. */
  server: McpServerView | undefined;
  onClose(): void;
};

const TRANSPORTS = [
  { value: '"stdio"', label: "Local program", help: "Started by Waymark (stdio)." },
  { value: '"http"', label: "Remote URL", help: "Runs elsewhere (streamable HTTP)." },
] as const;

const addServer: Send<ServerChange, unknown> = async (change, key) =>
  look(await call("POST /api/v1/mcp-servers", change, { key }), key);

const changeServer: Send<ServerChange, unknown> = async (change, key) =>
  look(await call("POST /api/v1/mcp-servers/{name}", change, { key }), key);

/** Looks at what it has. Whether it answers stands on the page. */
const look = ({ name }: { name: string }, key: string) =>
  call("POST /api/v1/mcp-servers/{name}/test", { name }, { key: `${key}-test` });

/** Fields above and below that of secrets. */
const UPPER = ["name", "command", "args", "url", "allowPrivate"];
const LOWER = ["timeoutMs", "enabled"];

/** How a server is reached. What was typed stays when something is wrong with it. */
export function ServerForm({ nodes, server, onClose }: ServerFormProps) {
  const { fields, read } = useForm(nodes, beginsOf(server));
  const [secrets, setSecrets] = useState<string>();
  const [confirmed, setConfirmed] = useState(confirmedOf(server));
  const { problem, pending, change } = useChange(server ? changeServer : addServer);
  const draft = { entries: fields.entries, secrets, confirmed };
  const { transport = "" } = fields.entries;
  const isLocal = isProgram(draft);
  const issue = readSecrets(draft).problem;
  const stored = server && JSON.stringify(server.transport) === transport ? server.secretNames : [];
  const part = (ids: string[]) => nodes.filter(({ id }) => ids.includes(id) && !(server && id === "name"));
  const submit = () => {
    const value = read();
    if (value && issue === undefined) void change(changeOf(value, draft), onClose);
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
        hindrance={isLocal && !isConfirmed(draft) ? "Confirm the program that is to run." : undefined}
      >
        <Choices
          legend="Connection"
          choices={TRANSPORTS}
          value={transport}
          onChange={(next) => {
            fields.onChange("transport", next);
            setSecrets(undefined);
          }}
        />
        {isLocal && (
          <p className="rounded-lg border border-amber/50 px-3 py-2">
            <span aria-hidden="true" className="text-amber">
              △{" "}
            </span>
            The program runs on this machine with all of Waymark’s permissions. Only add programs you trust.
          </p>
        )}
        <FormFields {...fields} nodes={part(UPPER)} isWide />
        <Field
          label={isLocal ? "Variables (optional)" : "Headers (optional)"}
          help={`${stored.length > 0 ? `Set: ${stored.join(", ")}. Leave empty to keep them. ` : ""}One per line, as ${
            isLocal ? "NAME=value" : "name: value"
          }. Stored encrypted; they cannot be viewed again.`}
          error={issue}
        >
          {(wiring) => (
            <CodeArea
              {...wiring}
              rows={2}
              value={secrets ?? ""}
              onChange={({ target }) => setSecrets(target.value)}
              autoComplete="off"
            />
          )}
        </Field>
        <FormFields {...fields} nodes={part(LOWER)} isWide />
        {isLocal && fields.entries.command?.trim() && (
          <Confirmation draft={draft} stored={stored} onConfirm={setConfirmed} />
        )}
      </DialogForm>
    </Dialog>
  );
}

type ConfirmationProps = {
  draft: ServerDraft;
  stored: readonly string[];
  onConfirm(confirmation: string | undefined): void;
};

/** What would run, argument by argument: blanks and look-alikes show, and are agreed to, and which variables it would get. */
function Confirmation({ draft, stored, onConfirm }: ConfirmationProps) {
  const command = commandOf(draft);
  const variables = variableChanges(draft, stored);
  return (
    <Switch
      checked={isConfirmed(draft)}
      onChange={(isOn) => onConfirm(isOn ? confirmationOf(draft) : undefined)}
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
