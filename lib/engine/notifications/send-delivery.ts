import type { ChannelRow } from "@/db/queries/settings/notifications";
import type { MessageSender, OutgoingMessage, SendOutcome } from "@/lib/core/message-ports";
import type { ChannelSecrets, Told } from "@/lib/core/notifications";
import type { CancelSignal, SecretBox } from "@/lib/core/ports";
import { mailOf, slackBody, webhookBody } from "@/lib/notify/payloads";
import { SEND_TIMEOUT_MS } from "@/lib/notify/schedule";

export type SendDeps = {
  sender: MessageSender;
  secrets: Pick<SecretBox, "open">;
  /** Where people find the console. */
  publicUrl: string;
};

/** One try to send a message to a channel, in its form. Never throws for what the other side does. */
export async function sendTo(
  deps: SendDeps,
  channel: ChannelRow,
  message: { id: string; told: Told },
  signal: CancelSignal,
): Promise<SendOutcome> {
  const outgoing = outgoingOf(deps, channel, message);
  if (!outgoing) {
    const problem = "Its key or password cannot be read any more. Enter it again in the settings.";
    return { ok: false, problem };
  }
  return deps.sender.send(outgoing, { signal, timeoutMs: SEND_TIMEOUT_MS });
}

/** Undefined where a secret that it needs cannot be opened. */
function outgoingOf(
  { secrets, publicUrl }: SendDeps,
  { workspaceId, address, secrets: sealed }: ChannelRow,
  { id, told }: { id: string; told: Told },
): OutgoingMessage | undefined {
  const opened = sealed === null ? undefined : secrets.open(sealed);
  const kept = opened === undefined ? undefined : (JSON.parse(opened) as ChannelSecrets);
  const frame = { workspaceId, publicUrl };
  switch (address.kind) {
    case "webhook": {
      if (kept?.kind !== "webhook") return;
      const body = JSON.stringify(webhookBody(told, frame));
      return { kind: "webhook", id, url: address.url, secret: kept.secret, body };
    }
    case "slack":
      if (kept?.kind !== "slack") return;
      return { kind: "slack", url: kept.url, body: JSON.stringify(slackBody(told, frame)) };
    case "email": {
      if (sealed !== null && kept?.kind !== "email") return;
      const { host, port, security, user, from, to } = address;
      const password = kept?.kind === "email" ? kept.password : undefined;
      const server = { host, port, security, ...(user && { user }), ...(password && { password }) };
      return { kind: "email", id, server, from, to, ...mailOf(told, frame) };
    }
  }
}
