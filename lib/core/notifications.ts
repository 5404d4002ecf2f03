import type { ApprovalKind } from "./run/gates/table";
import { type FinishReason, isImpossible, STATUS_OF_FINISH } from "./run/status";

/** Ways in which people outside the console hear of runs (docs/notifications.md). */
export const CHANNEL_KINDS = ["webhook", "slack", "email"] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/** What a channel may ask for. */
export const NOTIFICATION_EVENTS = [
  "gate.opened",
  "gate.escalated",
  "gate.asked",
  "run.limit_near",
  "run.failed",
  "run.completed",
] as const;
export type NotificationEvent = (typeof NOTIFICATION_EVENTS)[number];

/** Of these a person may choose what the console itself tells them, while they look at it or have it open. */
export const CONSOLE_EVENTS = [
  "gate.opened",
  "run.failed",
  "run.completed",
] as const satisfies readonly NotificationEvent[];
export type ConsoleEvent = (typeof CONSOLE_EVENTS)[number];
/** What it tells those who have chosen nothing. */
export const DEFAULT_CONSOLE_EVENTS: readonly ConsoleEvent[] = ["gate.opened"];

/** The event that tells an end to those who are not there; undefined of one that a person chose. */
export function eventOfEnd(
  reason: FinishReason,
  because?: readonly { code: string }[],
): "run.completed" | "run.failed" | undefined {
  if (STATUS_OF_FINISH[reason] === "completed") return "run.completed";
  if (
    STATUS_OF_FINISH[reason] === "failed" ||
    reason === "aborted_by_review" ||
    isImpossible(reason, because)
  )
    return "run.failed";
  return;
}

/** What a message is about: an event, several of them, or nothing but whether it arrives. */
export const MESSAGE_TYPES = [...NOTIFICATION_EVENTS, "digest", "test"] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];

/** How long events are gathered into one message; `off` sends each by itself. */
export const DIGESTS = ["off", "hourly", "daily"] as const;
export type Digest = (typeof DIGESTS)[number];
export const DIGEST_NAMES: Readonly<Record<Digest, { label: string }>> = {
  off: { label: "One message per event" },
  hourly: { label: "Hourly digest" },
  daily: { label: "Daily digest, 08:00 UTC" },
};

/**
 * `held` waits for its digest, and is `digested` with it. `dropped`: the channel was switched off in the meantime, or
 * nothing of a digest was left to say.
 */
export const DELIVERY_STATUSES = ["pending", "held", "delivered", "failed", "digested", "dropped"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** How a connection to a mail server is encrypted: from its first byte, by STARTTLS before anything is said, or not. */
export const SMTP_SECURITY = ["tls", "starttls", "none"] as const;
export type SmtpSecurity = (typeof SMTP_SECURITY)[number];

/** What a channel wants, as it is kept in memory for commits. */
export type ChannelWishes = {
  id: string;
  events: readonly NotificationEvent[];
  digest: Digest;
  /** Whose channel it is; absent where it is everyone's in the workspace. */
  owner?: { id: string; name: string; roles: readonly string[]; everyone?: boolean };
};

/** Where messages of a channel go, as everyone may see it: keys, passwords and addresses that are keys stand elsewhere. */
export type ChannelAddress =
  | { kind: "webhook"; url: string }
  /** Of the address, which lets anyone write there, the host alone. */
  | { kind: "slack"; host: string }
  | {
      kind: "email";
      host: string;
      port: number;
      security: SmtpSecurity;
      user?: string;
      from: string;
      to: string[];
    };

/** What of a channel is sealed. */
export type ChannelSecrets =
  | { kind: "webhook"; secret: string }
  | { kind: "slack"; url: string }
  | { kind: "email"; password?: string };

/** A gate as a notice tells of it. */
export type GateNotice = {
  approvalId: string;
  kind: ApprovalKind;
  /** The question, without its choices; cut. */
  prompt: string;
  /** How letting it pass could do harm; absent where one step answers it. */
  risk?: "high";
  deadlineAtMs?: number;
  /** Whom it asks; absent where it asks everyone. */
  assignees?: string[];
};

/** How a run ended. Duration in milliseconds, cost in micro-dollars, absent where it is unknown. */
type EndNotice = { reason: FinishReason; text: string; durationMs: number; costMicroUsd?: number };

/** A limit of a run, most of which is used. */
type LimitNotice = { counter: string; used: number; limit: number };

/** What happened, as facts: it becomes a message when it is sent. */
export type Notice = {
  event: NotificationEvent;
  runId: string;
  /** The event of the run that it tells of. */
  seq: number;
  atMs: number;
  mission: string;
  /** The id of the person who started the run. */
  startedBy?: string;
  gate?: GateNotice;
  end?: EndNotice;
  limit?: LimitNotice;
};

/** Several notices in one message: of gates those that still wait. */
export type DigestNotice = {
  event: "digest";
  sinceMs: number;
  atMs: number;
  waiting: Notice[];
  /** Runs that have ended, or have nearly used a limit up. */
  ended: Notice[];
  /** Gates that were answered before the message was made. */
  answered: number;
  /** Notices that the message has no room for. */
  more: number;
};
export type TestNotice = { event: "test"; atMs: number };
export type Told = Notice | DigestNotice | TestNotice;

/** A channel as pages and the API show it. */
export type ChannelView = {
  id: string;
  name: string;
  address: ChannelAddress;
  /** Whether a password is stored, of e-mail alone. */
  hasPassword: boolean;
  events: NotificationEvent[];
  digest: Digest;
  enabled: boolean;
  /** The id of a person or a key (`key:<id>`), or a role (`role:<name>`); null where it is everyone's. */
  owner: string | null;
  /** The newest message, whatever became of it. */
  last: DeliveryView | null;
};

/** A message to a channel. Moments in milliseconds. */
export type DeliveryView = {
  id: string;
  channelId: string;
  type: MessageType;
  runId: string | null;
  approvalId: string | null;
  /** The message in one line. */
  text: string;
  status: DeliveryStatus;
  attempts: number;
  /** Why the last try failed, in words. */
  problem: string | null;
  createdAtMs: number;
  /** Of a pending one that failed: when it is tried again. */
  nextAttemptAtMs: number | null;
  endedAtMs: number | null;
};
