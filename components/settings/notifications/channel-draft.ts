import type { ChannelChange } from "@/lib/core/inputs/notifications";
import {
  type ChannelKind,
  type ChannelView,
  type Digest,
  NOTIFICATION_EVENTS,
  type NotificationEvent,
  type SmtpSecurity,
} from "@/lib/core/notifications";

/** The fields of the form as they are typed. */
export type ChannelDraft = {
  kind: ChannelKind;
  name: string;
  url: string;
  host: string;
  port: string;
  security: SmtpSecurity;
  user: string;
  password: string;
  from: string;
  /** One or more addresses, with commas, spaces or lines between them. */
  to: string;
  events: ReadonlySet<NotificationEvent>;
  digest: Digest;
  enabled: boolean;
  /** Whose it is; empty for everyone in the workspace. */
  owner: string;
  newSecret: boolean;
};

/** What the form begins with. */
export function draftOf(channel: ChannelView | undefined): ChannelDraft {
  const address = channel?.address;
  const mail = address?.kind === "email" ? address : undefined;
  return {
    kind: address?.kind ?? "webhook",
    name: channel?.name ?? "",
    url: address?.kind === "webhook" ? address.url : "",
    host: mail?.host ?? "",
    port: String(mail?.port ?? 587),
    security: mail?.security ?? "starttls",
    user: mail?.user ?? "",
    password: "",
    from: mail?.from ?? "",
    to: mail?.to.join(", ") ?? "",
    events: new Set(channel?.events ?? ["gate.opened", "gate.escalated", "run.failed"]),
    digest: channel?.digest ?? "off",
    enabled: channel?.enabled ?? true,
    owner: channel?.owner ?? "",
    newSecret: false,
  };
}

/** The port that goes with another encryption, unless somebody chose one of their own. */
export function withSecurity(draft: ChannelDraft, security: SmtpSecurity): ChannelDraft {
  const usual = { starttls: "587", tls: "465", none: "25" } as const;
  const isUsual = draft.port === usual[draft.security];
  return { ...draft, security, ...(isUsual && { port: usual[security] }) };
}

/** The change that a draft asks for, or what is wrong with it: of a field, or of the form. */
export function readDraft(
  draft: ChannelDraft,
  channelId: string | undefined,
):
  | { change: ChannelChange; problem?: never }
  | { change?: never; problem: { field: string; message: string } } {
  const events = NOTIFICATION_EVENTS.filter((event) => draft.events.has(event));
  if (events.length === 0) return { problem: { field: "events", message: "Choose at least one event." } };
  const { kind, digest, enabled, security, owner } = draft;
  const common = {
    ...(channelId !== undefined && { channelId }),
    name: draft.name.trim(),
    events,
    digest,
    enabled,
    ...(owner !== "" && { owner }),
  };
  const url = draft.url.trim();
  if (kind === "webhook") return { change: { ...common, kind, url, newSecret: draft.newSecret } };
  if (kind === "slack") return { change: { ...common, kind, ...(url !== "" && { url }) } };
  const port = /^\d{1,5}$/.test(draft.port.trim()) ? Number(draft.port) : 0;
  if (port < 1 || port > 65_535)
    return { problem: { field: "port", message: "Enter a port from 1 to 65535." } };
  const [host, user, from] = [draft.host.trim(), draft.user.trim(), draft.from.trim()];
  const to = draft.to.split(/[\s,;]+/).filter((one) => one !== "");
  const password = draft.password === "" ? {} : { password: draft.password };
  return { change: { ...common, kind, host, port, security, ...(user && { user }), ...password, from, to } };
}
