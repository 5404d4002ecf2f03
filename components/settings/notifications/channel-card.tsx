"use client";

import { call } from "@/lib/client/call";
import { SLOW, useAct } from "@/lib/client/mutation";
import { type ChannelView, type DeliveryView, DIGEST_NAMES } from "@/lib/core/notifications";
import { Badge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { Problem } from "../../ui/problem";
import { RelativeTime } from "../../ui/relative-time";
import { StatusLabel } from "../../ui/status-label";
import { RemoveDialog } from "../remove-dialog";
import { addressText, channelStatus, EVENT_LABELS, KIND_LABELS } from "./labels";

type ChannelCardProps = {
  channel: ChannelView;
  /** Whose it is, by name; null where it is everyone's. */
  owner: string | null;
  /** Its newest message. */
  last: DeliveryView | null;
  /** Reads what became of its messages again. */
  onTested(): Promise<unknown>;
  onChange(): void;
};

/** One channel: what it wants, where it leads, and what became of its newest message. */
export function ChannelCard({ channel, owner, last, onTested, onChange }: ChannelCardProps) {
  const { id, name } = channel;
  const {
    problem,
    pending: tested,
    reply: outcome,
    act: test,
  } = useAct({ send: testChannel(onTested), ...SLOW });
  const pending = tested !== undefined;
  const label = pending ? "Sending…" : "Send a test";
  return (
    <li className="grid gap-2 py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <ChannelFacts channel={channel} owner={owner} last={last} />
        <div className="flex flex-wrap gap-2">
          <Button
            size="small"
            aria-label={`${label} to ${name}`}
            disabled={pending}
            onClick={() => void test({ id })}
          >
            {label}
          </Button>
          <Button size="small" aria-label={`Edit ${name}`} onClick={onChange}>
            Edit
          </Button>
          <RemoveDialog
            name={name}
            title={`Remove the channel ${name}?`}
            remove={(key) => call("POST /api/v1/notifications/{id}/remove", { id }, { key })}
          >
            This also removes its secrets and the list of its messages. Unsent messages are dropped.
          </RemoveDialog>
        </div>
      </div>
      <div role="status" className="empty:sr-only">
        {outcome && !pending && (
          <p className={`break-words text-xs ${outcome.ok ? "text-ok" : "text-bad"}`}>
            <span aria-hidden="true">{outcome.ok ? "✓ " : "✕ "}</span>
            {outcome.ok ? "The test message was delivered." : `The test message failed. ${outcome.problem}`}
          </p>
        )}
      </div>
      {problem && <Problem problem={problem} />}
    </li>
  );
}

/** What came of a message that is sent now. */
const testChannel =
  (onTested: () => Promise<unknown>) =>
  async ({ id }: { id: string }, key: string) => {
    const outcome = await call("POST /api/v1/notifications/{id}/test", { id }, { key });
    await onTested();
    return outcome;
  };

function ChannelFacts({ channel, owner, last }: Pick<ChannelCardProps, "channel" | "owner" | "last">) {
  const { name, address, events, digest } = channel;
  return (
    <div className="grid min-w-0 flex-1 basis-64 gap-1">
      <p className="flex min-w-0 flex-wrap items-center gap-2">
        <span className="break-words font-medium">{name}</span>
        <Badge>{KIND_LABELS[address.kind]}</Badge>
        <StatusLabel status={channelStatus(channel, last)} className="text-xs" />
        {last && channel.enabled && (
          <span className="text-muted text-xs">
            <RelativeTime at={last.createdAtMs} />
          </span>
        )}
      </p>
      <p className="break-all text-muted text-xs">{addressText(address)}</p>
      <p className="text-muted text-xs">
        {events.map((event) => EVENT_LABELS[event].label).join(", ")}
        {digest !== "off" && ` · ${DIGEST_NAMES[digest].label}`}
        {owner !== null && ` · For ${owner}`}
      </p>
    </div>
  );
}
