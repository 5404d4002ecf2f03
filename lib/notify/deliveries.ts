import { digestOf } from "@/lib/core/bytes";
import type { ChannelWishes, Notice } from "@/lib/core/notifications";

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
      .filter(({ events }) => events.includes(notice.event))
      .map(({ id: channelId, digest }) => ({
        id: messageId([channelId, notice.runId, notice.seq, notice.event]),
        ...{ channelId, notice, held: digest !== "off" },
      })),
  );
}

/** What receivers tell repeats by: it stays through all tries of a message. */
export const messageId = (of: readonly (string | number)[]): string =>
  `msg_${digestOf([...of]).slice(0, ID_CHARS)}`;
