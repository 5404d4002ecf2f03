"use client";

import { useState } from "react";
import { byRoute, SLOW } from "@/lib/client/mutation";
import type { ChannelNodes } from "@/lib/core/inputs/notifications";
import type { JsonObject } from "@/lib/core/json";
import { CHANNEL_KINDS, type ChannelView, NOTIFICATION_EVENTS } from "@/lib/core/notifications";
import { useForm } from "../../ui/behavior/use-form";
import { usePageAct } from "../../ui/behavior/use-page-act";
import { Choices } from "../../ui/choices";
import { Field, Select } from "../../ui/field";
import { FormFields } from "../../ui/form-fields";
import { Dialog } from "../../ui/overlay/dialog";
import { DialogForm } from "../../ui/overlay/dialog-form";
import { ShownSecret } from "../shown-secret";
import { EventFields } from "./event-fields";
import { KIND_LABELS } from "./labels";
import type { ChannelOwner } from "./types";

type ChannelFormProps = {
  nodes: ChannelNodes;
  /** The one that is changed; a new one without. */
  channel: ChannelView | undefined;
  owners: readonly ChannelOwner[];
  onClose(): void;
};

const KIND_CHOICES = CHANNEL_KINDS.map((value) => ({
  value: JSON.stringify(value),
  label: KIND_LABELS[value],
}));

/** Fields that stand below the address, or are drawn on their own. */
const LOWER: ReadonlySet<string> = new Set(["digest", "enabled"]);
const OWN: ReadonlySet<string> = new Set(["channelId", "kind", "owner", "events"]);

/** A channel, and then, this once, the key of its webhook. What was typed stays when something is wrong with it. */
export function ChannelForm({ nodes, channel, owners, onClose }: ChannelFormProps) {
  const known = nodesFor(nodes, channel);
  const { fields, read } = useForm(known, beginsOf(channel));
  const [kept, setKept] = useState(false);
  const [warned, setWarned] = useState(false);
  const { problem, pending, reply, act } = usePageAct({
    send: byRoute("POST /api/v1/notifications"),
    ...SLOW,
  });
  const secret = reply?.secret;
  const { entries, onChange } = fields;
  const events = NOTIFICATION_EVENTS.filter((event) => entries.events?.split(", ").includes(event));
  const part = (isLower: boolean) => known.filter(({ id }) => !OWN.has(id) && LOWER.has(id) === isLower);
  const submit = async () => {
    const value = read();
    const done = value && (await act({ ...value, ...(channel && { channelId: channel.id }) }));
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
          hindrance={events.length === 0 ? "Choose at least one event." : undefined}
        >
          {!channel && (
            <Choices
              legend="Kind"
              choices={KIND_CHOICES}
              value={entries.kind ?? ""}
              onChange={(kind) => onChange("kind", kind)}
            />
          )}
          <FormFields
            {...fields}
            nodes={part(false)}
            texts={keptTexts(channel)}
            onChange={(id, text) => {
              onChange(id, text);
              const port = id === "security" && movedPort(entries, text);
              if (port) onChange("port", port);
            }}
            isWide
          />
          <OwnerField
            owner={entries.owner ?? ""}
            owners={owners}
            onChange={(owner) => onChange("owner", owner)}
          />
          <EventFields
            events={NOTIFICATION_EVENTS}
            chosen={new Set(events)}
            onChange={(chosen) => onChange("events", chosen.join(", "))}
          />
          <FormFields {...fields} nodes={part(true)} isWide />
        </DialogForm>
      )}
    </Dialog>
  );
}

/** Needs the address of a new channel, which has no secret yet to replace. */
const nodesFor = (nodes: ChannelNodes, channel: ChannelView | undefined): ChannelNodes =>
  channel
    ? nodes
    : nodes
        .filter(({ id }) => id !== "newSecret")
        .map((node) => (node.id === "url" ? { ...node, required: true } : node));

/** Words for fields whose values are kept and not shown. */
function keptTexts(channel: ChannelView | undefined) {
  const isSlack = channel?.address.kind === "slack";
  return {
    ...(isSlack && { url: { help: "Stored encrypted; it cannot be viewed again. Leave empty to keep it." } }),
    ...(channel?.hasPassword && { password: { help: "Set. Leave empty to keep it." } }),
  };
}

/** Value that the form begins with. */
export function beginsOf(channel: ChannelView | undefined): JsonObject {
  if (!channel)
    return { kind: "webhook", port: 587, events: ["gate.opened", "gate.escalated", "run.failed"] };
  const { name, owner, events, digest, enabled, address } = channel;
  return { name, owner, events, digest, enabled, ...address };
}

const USUAL_PORTS = new Map([
  ['"starttls"', "587"],
  ['"tls"', "465"],
  ['"none"', "25"],
]);

/** The port that goes with another encryption, unless somebody chose one of their own. */
export const movedPort = (
  { port, security = "" }: Readonly<Record<string, string>>,
  next: string,
): string | undefined => (port === USUAL_PORTS.get(security) ? USUAL_PORTS.get(next) : undefined);

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
