import { digestOf } from "@/lib/core/bytes";
import type { ChannelWishes, Notice } from "@/lib/core/notifications";
import { isAssigned } from "@/lib/core/run/gates/rules";

/** A message that is to be sent, or to wait for its digest. */
export type PlannedDelivery = {
  /** The same for the same notice and channel, so that a commit that is decided again plans no second one. */
  id: string;
  channelId: string;
  notice: Notice;
  held: boolean;
};

const ID_CHARS = 32;

/** The messages that notices make for the channels that ask for them. */
export function deliveriesOf(
  notices: readonly Notice[],
  channels: readonly ChannelWishes[],
): PlannedDelivery[] {
  return notices.flatMap((notice) =>
    channels
      .filter((channel) => channel.events.includes(notice.event) && concerns(notice, channel))
      .map(({ id: channelId, digest }) => ({
        id: messageId([channelId, notice.runId, notice.seq, notice.event]),
        channelId,
        notice,
        held: digest !== "off",
      })),
  );
}

/** Whether a channel's owner is to hear of it: of gates that ask them or everyone, and of runs that they started. */
function concerns({ gate, startedBy }: Notice, { owner }: ChannelWishes): boolean {
  if (!owner) return true;
  return gate ? isAssigned(gate.assignees ?? [], owner) : startedBy === owner.id;
}

/** What receivers tell repeats by: it stays through all tries of a message. */
export const messageId = (of: readonly (string | number)[]): string =>
  `msg_${digestOf([...of]).slice(0, ID_CHARS)}`;
