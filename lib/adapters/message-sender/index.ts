import type { MessageSender } from "@/lib/core/message-ports";
import type { SafeHttp } from "@/lib/core/ports";
import { type ResolveMailHost, sendMail } from "./mail";
import { postMessage } from "./post";

/**
 * Sends messages to people outside the console: webhooks as Standard Webhooks has them, incoming webhooks of Slack, and
 * e-mail (docs/notifications.md). Where they lead is checked by what it is given.
 */
export function createMessageSender(deps: {
  http: SafeHttp;
  resolveMailHost: ResolveMailHost;
  now?: () => Date;
}): MessageSender {
  const { http, resolveMailHost, now = () => new Date() } = deps;
  return {
    send(message, limits) {
      return message.kind === "email"
        ? sendMail(message, resolveMailHost, limits)
        : postMessage(message, http, now(), limits);
    },
  };
}
