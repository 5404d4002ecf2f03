import type { StatusDisplay } from "@/lib/core/describe/looks/run";
import type {
  ChannelAddress,
  ChannelKind,
  ChannelView,
  DeliveryView,
  NotificationEvent,
} from "@/lib/core/notifications";

export const KIND_LABELS: Record<ChannelKind, string> = {
  webhook: "Webhook",
  slack: "Slack",
  email: "E-mail",
};

export const EVENT_LABELS: Record<NotificationEvent, { label: string; help: string }> = {
  "gate.opened": { label: "Gate opened", help: "A run waits for a person." },
  "gate.escalated": { label: "Gate escalated", help: "Nobody answered in time." },
  "gate.asked": { label: "Question at a gate", help: "Somebody asks or replies before it is decided." },
  "run.limit_near": { label: "Limit nearly reached", help: "Most of a limit of a run is used." },
  "run.failed": { label: "Run failed", help: "Or a planning review stopped it." },
  "run.completed": { label: "Run completed", help: "It has its answer." },
};

/** Where a channel leads, in one line. */
export function addressText(address: ChannelAddress): string {
  if (address.kind === "webhook") return address.url;
  if (address.kind === "slack") return address.host;
  return `${address.to.join(", ")} via ${address.host}:${address.port}`;
}

/** How a channel stands, by its newest message. */
export function channelStatus(
  { enabled }: Pick<ChannelView, "enabled">,
  last: DeliveryView | null,
): StatusDisplay {
  if (!enabled) return { icon: "‖", word: "disabled", tone: "plain" };
  return last ? deliveryStatus(last) : { icon: "○", word: "nothing sent yet", tone: "plain" };
}

export function deliveryStatus({
  status,
  attempts,
}: Pick<DeliveryView, "status" | "attempts">): StatusDisplay {
  switch (status) {
    case "delivered":
      return { icon: "✓", word: "delivered", tone: "ok" };
    case "failed":
      return { icon: "✕", word: "failed", tone: "bad" };
    case "pending":
      return attempts > 0
        ? { icon: "↻", word: "will be retried", tone: "retry" }
        : { icon: "○", word: "being sent", tone: "run" };
    case "held":
      return { icon: "○", word: "waiting for its digest", tone: "plain" };
    case "digested":
      return { icon: "✓", word: "sent in a digest", tone: "plain" };
    case "dropped":
      return { icon: "‖", word: "not sent", tone: "plain" };
  }
}
