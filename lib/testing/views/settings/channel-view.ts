import type { ChannelView, DeliveryView } from "@/lib/core/notifications";

/** A message about a gate, which has arrived. */
export const deliveryView = (part: Partial<DeliveryView> = {}): DeliveryView => ({
  id: "msg_1",
  channelId: "chn_1",
  type: "gate.opened",
  runId: "run_1",
  approvalId: "apr_1-1",
  text: "Waiting for you: Deploy it?",
  status: "delivered",
  attempts: 1,
  problem: null,
  createdAtMs: 0,
  nextAttemptAtMs: null,
  endedAtMs: 1,
  ...part,
});

/** A webhook that is everyone's. */
export const channelView = (part: Partial<ChannelView> = {}): ChannelView => ({
  id: "chn_1",
  name: "Ops",
  address: { kind: "webhook", url: "https://ops.example/h" },
  hasPassword: false,
  events: ["gate.opened"],
  digest: "off",
  enabled: true,
  last: null,
  owner: null,
  ...part,
});
