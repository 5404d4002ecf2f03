import type { ChannelChange } from "@/lib/core/inputs/notifications";
import type { SendOutcome } from "@/lib/core/message-ports";
import type { ConsoleEvent } from "@/lib/core/notifications";
import type { MutationResult } from "../models/types";

/** What the page of notifications can ask for. */
export type NotificationActions = {
  /** `secret` is that of a new webhook, or a new one, and comes this once. */
  save(change: ChannelChange): Promise<MutationResult & { secret?: string }>;
  remove(channelId: string): Promise<MutationResult>;
  /** What came of a message that is sent now. */
  test(channelId: string): Promise<MutationResult & { outcome?: SendOutcome }>;
  sendAgain(deliveryId: string): Promise<MutationResult>;
  /** What the console itself tells the one who looks. */
  choose(events: ConsoleEvent[]): Promise<MutationResult>;
};

/** Whom a channel can belong to, by the id that gates ask them by. */
export type ChannelOwner = { id: string; name: string };
