"use client";

import { type ReactNode, useState } from "react";
import { byRoute, SLOW } from "@/lib/client/mutation";
import { MAX_CHANNEL_NAME_CHARS } from "@/lib/core/inputs/limits";
import {
  CHANNEL_KINDS,
  type ChannelView,
  DIGESTS,
  NOTIFICATION_EVENTS,
  SMTP_SECURITY,
} from "@/lib/core/notifications";
import { usePageAct } from "../../ui/behavior/use-page-act";
import { Choices, Switch } from "../../ui/choices";
import { Field, Select, TextArea, TextInput } from "../../ui/field";
import { Dialog } from "../../ui/overlay/dialog";
import { DialogForm } from "../../ui/overlay/dialog-form";
import { ShownSecret } from "../shown-secret";
import { type ChannelDraft, draftOf, readDraft, withSecurity } from "./channel-draft";
import { EventFields } from "./event-fields";
import { DIGEST_LABELS, KIND_LABELS, SECURITY_LABELS } from "./labels";
import type { ChannelOwner } from "./types";

type ChannelFormProps = {
  /** The one that is changed; a new one without. */
  channel: ChannelView | undefined;
  owners: readonly ChannelOwner[];
  onClose(): void;
};

type FieldsProps = {
  draft: ChannelDraft;
  onChange(draft: ChannelDraft): void;
  channel: ChannelView | undefined;
  issue: { field: string; message: string } | undefined;
};

const KIND_CHOICES = CHANNEL_KINDS.map((value) => ({ value, label: KIND_LABELS[value] }));

/** A channel, and then, this once, the key of its webhook. What was typed stays when something is wrong with it. */
export function ChannelForm({ channel, owners, onClose }: ChannelFormProps) {
  const [draft, setDraft] = useState(() => draftOf(channel));
  const [kept, setKept] = useState(false);
  const [warned, setWarned] = useState(false);
  const { problem, pending, reply, act } = usePageAct({
    send: byRoute("POST /api/v1/notifications"),
    ...SLOW,
  });
  const secret = reply?.secret;
  const { change: read, problem: issue } = readDraft(draft, channel?.id);
  const submit = async () => {
    const done = read && (await act(read));
    if (done && done.secret === undefined) onClose();
  };
  const close = () => {
    // Closed by a slip, the secret would be lost: the first try only says so.
    if (secret !== undefined && !kept && !warned) return setWarned(true);
    onClose();
  };
  return (
    <Dialog
      title={secret ? "Copy the signing secret" : channel ? `Edit ${channel.name}` : "Add channel"}
      description={secret ? "It is shown only once, and stored encrypted." : undefined}
      size="wide"
      open
      onOpenChange={(open) => open || close()}
    >
      {secret ? (
        <ShownSecret
          name="secret"
          secret={secret}
          warning={warned && !kept ? "you can then only make another one." : undefined}
          onCopied={() => setKept(true)}
          onDone={close}
        >
          The receiver verifies with it that a message is from here.
        </ShownSecret>
      ) : (
        <DialogForm
          onSend={submit}
          action={pending ? "Saving…" : "Save"}
          isBusy={pending !== undefined}
          problem={problem}
          hindrance={issue?.field === "events" ? issue.message : undefined}
        >
          {!channel && (
            <Choices
              legend="Kind"
              choices={KIND_CHOICES}
              value={draft.kind}
              onChange={(kind) => setDraft({ ...draft, kind })}
            />
          )}
          <LineField
            label="Name"
            value={draft.name}
            onChange={(name) => setDraft({ ...draft, name })}
            maxLength={MAX_CHANNEL_NAME_CHARS}
            placeholder="Release team"
          />
          <AddressFields draft={draft} onChange={setDraft} channel={channel} issue={issue} />
          <OwnerField
            owner={draft.owner}
            owners={owners}
            onChange={(owner) => setDraft({ ...draft, owner })}
          />
          <EventFields
            events={NOTIFICATION_EVENTS}
            chosen={draft.events}
            onChange={(events) => setDraft({ ...draft, events: new Set(events) })}
          />
          <Field label="Delivery">
            {(wiring) => (
              <Select
                {...wiring}
                value={draft.digest}
                onChange={({ target }) =>
                  setDraft({ ...draft, digest: target.value as ChannelDraft["digest"] })
                }
                className="max-w-72"
              >
                {DIGESTS.map((digest) => (
                  <option key={digest} value={digest}>
                    {DIGEST_LABELS[digest]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Switch
            checked={draft.enabled}
            onChange={(enabled) => setDraft({ ...draft, enabled })}
            help="When off, nothing is sent."
          >
            Enabled
          </Switch>
        </DialogForm>
      )}
    </Dialog>
  );
}

function AddressFields(props: FieldsProps) {
  const { draft, onChange, channel } = props;
  if (draft.kind === "email") return <MailFields {...props} />;
  const isSlack = draft.kind === "slack";
  const keepsUrl = isSlack && channel !== undefined;
  return (
    <>
      <LineField
        label="URL"
        value={draft.url}
        onChange={(url) => onChange({ ...draft, url })}
        optional={keepsUrl}
        inputMode="url"
        mono
        placeholder={isSlack ? "https://hooks.slack.com/services/…" : "https://example.com/hooks/waymark"}
        help={
          isSlack
            ? `The address of an incoming webhook. Stored encrypted; it cannot be viewed again.${keepsUrl ? " Leave empty to keep it." : ""}`
            : "Gets a signed POST for each message. Private addresses must be allowed in the configuration."
        }
      />
      {!isSlack && channel && (
        <Switch
          checked={draft.newSecret}
          onChange={(newSecret) => onChange({ ...draft, newSecret })}
          help="The current one stops working at once."
        >
          Create a new signing secret
        </Switch>
      )}
    </>
  );
}

function MailFields({ draft, onChange, channel, issue }: FieldsProps) {
  const set = (change: Partial<ChannelDraft>) => onChange({ ...draft, ...change });
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_7rem_11rem]">
        <LineField
          label="SMTP host"
          value={draft.host}
          onChange={(host) => set({ host })}
          mono
          placeholder="smtp.example.com"
        />
        <LineField
          label="Port"
          value={draft.port}
          onChange={(port) => set({ port })}
          inputMode="numeric"
          error={issue?.field === "port" ? issue.message : undefined}
        />
        <Field label="Encryption">
          {(wiring) => (
            <Select
              {...wiring}
              value={draft.security}
              onChange={({ target }) =>
                onChange(withSecurity(draft, target.value as ChannelDraft["security"]))
              }
            >
              {SMTP_SECURITY.map((security) => (
                <option key={security} value={security}>
                  {SECURITY_LABELS[security]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <LineField label="User (optional)" value={draft.user} onChange={(user) => set({ user })} optional />
        <Field
          label="Password (optional)"
          help={`${channel?.hasPassword ? "Set. Leave empty to keep it. " : ""}Stored encrypted; it cannot be viewed again.`}
        >
          {(wiring) => (
            <TextInput
              {...wiring}
              type="password"
              value={draft.password}
              onChange={({ target }) => set({ password: target.value })}
              autoComplete="new-password"
            />
          )}
        </Field>
      </div>
      <LineField
        label="From"
        value={draft.from}
        onChange={(from) => set({ from })}
        inputMode="email"
        placeholder="waymark@example.com"
      />
      <Field label="To" help="One or more addresses, separated by commas.">
        {(wiring) => (
          <TextArea
            {...wiring}
            required
            rows={2}
            value={draft.to}
            onChange={({ target }) => set({ to: target.value })}
            autoComplete="off"
            spellCheck={false}
            placeholder="ada@example.com, bob@example.com"
          />
        )}
      </Field>
    </>
  );
}

type OwnerFieldProps = { owner: string; owners: readonly ChannelOwner[]; onChange(owner: string): void };

/** Whose channel it is: one that is somebody's hears of what concerns them. */
function OwnerField({ owner, owners, onChange }: OwnerFieldProps) {
  const isKnown = owner === "" || owners.some(({ id }) => id === owner);
  return (
    <Field
      label="For"
      help="The channel of a person or a role gets the gates that ask them or everyone. A person's also gets the runs that they started."
    >
      {(wiring) => (
        <Select
          {...wiring}
          value={owner}
          onChange={({ target }) => onChange(target.value)}
          className="max-w-72"
        >
          <option value="">Everyone in the workspace</option>
          {[...owners, ...(isKnown ? [] : [{ id: owner, name: owner }])].map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

type LineFieldProps = {
  label: string;
  value: string;
  onChange(value: string): void;
  help?: ReactNode;
  error?: string | undefined;
  optional?: boolean;
  mono?: boolean;
  maxLength?: number;
  inputMode?: "url" | "numeric" | "email";
  placeholder?: string;
};

function LineField({ label, value, onChange, help, error, optional = false, mono, ...rest }: LineFieldProps) {
  return (
    <Field label={label} error={error} {...(help !== undefined && { help })}>
      {(wiring) => (
        <TextInput
          {...wiring}
          {...rest}
          required={!optional}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          autoComplete="off"
          spellCheck={false}
          className={mono ? "font-mono" : ""}
        />
      )}
    </Field>
  );
}
