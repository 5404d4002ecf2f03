"use client";

import Link from "next/link";
import { byRoute } from "@/lib/client/mutation";
import { useNow } from "@/lib/client/use-now";
import { formatDuration } from "@/lib/core/describe/amounts";
import type { DeliveryView } from "@/lib/core/notifications";
import { gateHref } from "../../approvals/address";
import { Button } from "../../ui/button";
import { EmptyState } from "../../ui/empty-state";
import { Problem } from "../../ui/problem";
import { RelativeTime } from "../../ui/relative-time";
import { StatusLabel } from "../../ui/status-label";
import { useChange } from "../use-change";
import { deliveryStatus } from "./labels";

type MessageRowProps = {
  message: DeliveryView;
  /** The name of its channel. */
  to: string;
  onSent(): void;
};

type MessageListProps = {
  messages: readonly DeliveryView[];
  names: ReadonlyMap<string, string>;
  onSent(): void;
};

/** The newest messages of all channels, with what came of each. */
export function MessageList({ messages, names, onSent }: MessageListProps) {
  if (messages.length === 0)
    return (
      <EmptyState title="No messages yet">
        Every message of the last 30 days appears here, with what came of it.
      </EmptyState>
    );
  return (
    <ul className="divide-y divide-line">
      {messages.map((message) => (
        <MessageRow
          key={message.id}
          message={message}
          to={names.get(message.channelId) ?? ""}
          onSent={onSent}
        />
      ))}
    </ul>
  );
}

/** Of the link where there is one: what is hidden of it would lie over what stands below. */
const CLAMPED = "line-clamp-2";

function MessageRow({ message, to, onSent }: MessageRowProps) {
  const { id, text, approvalId, runId, status, attempts, problem: failure } = message;
  const { problem, pending, change } = useChange(byRoute("POST /api/v1/notifications/deliveries/{id}/retry"));
  const label = pending ? "Queuing…" : "Send again";
  const href = approvalId ? gateHref(approvalId) : runId ? `/runs/${runId}` : undefined;
  return (
    <li className="grid gap-1 py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <p className={`min-w-0 break-words ${href ? "" : CLAMPED}`}>
          {href ? (
            <Link
              href={href}
              className={`${CLAMPED} underline decoration-line underline-offset-4 hover:decoration-current`}
            >
              {text}
            </Link>
          ) : (
            text
          )}
        </p>
        {status === "failed" && (
          <Button
            size="small"
            aria-label={`${label}: ${text}`}
            disabled={pending}
            onClick={() => void change({ id }, onSent)}
          >
            {label}
          </Button>
        )}
      </div>
      <p className="flex flex-wrap gap-x-3 text-muted text-xs">
        <StatusLabel status={deliveryStatus(message)} />
        <span className="break-words">to {to}</span>
        <RelativeTime at={message.createdAtMs} />
        {attempts > 1 && <span>{attempts} tries</span>}
        {message.nextAttemptAtMs !== null && <NextTry at={message.nextAttemptAtMs} />}
      </p>
      {failure !== null && <p className="break-words text-bad text-xs">{failure}</p>}
      {problem && <Problem problem={problem} />}
    </li>
  );
}

function NextTry({ at }: { at: number }) {
  const now = useNow(true);
  return now === undefined || at <= now ? (
    <span>next try now</span>
  ) : (
    <span>next try in {formatDuration(at - now)}</span>
  );
}
