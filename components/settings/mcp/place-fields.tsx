"use client";

import { Switch } from "../../ui/choices";
import { Field, TextArea, TextInput } from "../../ui/field";
import type { ServerDraft } from "./server-draft";

type TransportFieldsProps = { draft: ServerDraft; onChange(draft: ServerDraft): void };

/** The program that is started, or the address that is called, each with what that means. */
export function TransportFields({ draft, onChange }: TransportFieldsProps) {
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
