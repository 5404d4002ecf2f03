import type { CommandReply } from "@/lib/core/run/commands";
import type { Submission } from "../types";

type Entry = { submissions: Submission[]; settled: (replies: CommandReply[]) => void };

type InboxBatch = {
  submissions: Submission[];
  /** Hands each sender the replies to its own submissions. */
  settle(replies: CommandReply[]): void;
  /** After a failed commit: the same submissions, with the same ids, go first in the next batch. */
  putBack(): void;
};

type Inbox = {
  add(submissions: Submission[], settled: (replies: CommandReply[]) => void): void;
  /** Everything that arrived since the last batch, up to `limit` senders. */
  take(limit?: number): InboxBatch;
  size(): number;
};

/** What effects want committed, until it is. */
export function createInbox(): Inbox {
  let waiting: Entry[] = [];
  return {
    add: (submissions, settled) => void waiting.push({ submissions, settled }),
    size: () => waiting.length,
    take(limit = Number.POSITIVE_INFINITY) {
      const taken = waiting.slice(0, limit);
      waiting = waiting.slice(taken.length);
      return {
        submissions: taken.flatMap((entry) => entry.submissions),
        settle(replies) {
          let from = 0;
          for (const entry of taken) {
            const to = from + entry.submissions.length;
            entry.settled(replies.slice(from, to));
            from = to;
          }
        },
        putBack: () => {
          waiting = [...taken, ...waiting];
        },
      };
    },
  };
}
