import type { CommentAnswers, SentRound } from "@/db/queries/run-store/write-comments";
import { statusAfter } from "@/lib/core/comments/outcome";
import type { Round } from "@/lib/core/comments/schema";
import type { RunEvent, RunState } from "@/lib/core/run";

/** What an event does to the comments of its run, in this order. */
type CommentWrites = {
  seq: number;
  /** The version that is not adopted though it was offered, or is written again: its answers no longer count. */
  declined?: { version: number; again: boolean };
  /** All that were sent are open again. */
  returned: boolean;
  sent?: SentRound;
  answered?: CommentAnswers;
};

/** What events do to comments, in their order; those that do nothing to any are left out. */
export function commentWritesOf(events: readonly RunEvent[], { counters }: Counted): CommentWrites[] {
  return events
    .map((event): CommentWrites => {
      const sent = sentBy(event);
      const answered = answeredBy(event);
      const { seq, type, payload } = event;
      return {
        seq,
        ...(type === "plan_version_declined" && {
          declined: { version: payload.version, again: payload.again === true },
        }),
        returned: endsRound(counters, event),
        ...(sent && { sent }),
        ...(answered && { answered }),
      };
    })
    .filter(
      ({ declined, returned, sent, answered }) => declined !== undefined || returned || sent || answered,
    );
}

type Counted = { counters: Pick<RunState["counters"], "wishes" | "draftRounds"> };

function sentBy(event: RunEvent): SentRound | undefined {
  const round = roundOf(event);
  if (!round) return;
  const comments = round.comments.map(({ id, text, label = null }) => ({ id, text, label }));
  return { round: round.number, version: event.planVersion, at: event.at, comments };
}

function roundOf(event: RunEvent): Round | undefined {
  if (event.type === "approval_decided") return event.payload.round;
  return event.type === "replan_requested" ? event.payload.cause.round : undefined;
}

function answeredBy({ type, payload }: RunEvent): CommentAnswers | undefined {
  if (type !== "plan_version_adopted" && type !== "plan_version_offered") return;
  const { version, dispositions = [] } = payload;
  if (dispositions.length === 0) return;
  const answers = dispositions.map((one) => {
    const { comment: id, outcome, note = null, change } = one;
    return { id, outcome, note, change, status: statusAfter(one) };
  });
  return { version, answers };
}

/** No version will be written for the comments that wait for one. Most runs end without ever having sent any. */
function endsRound({ wishes, draftRounds = 0 }: Counted["counters"], { type, payload }: RunEvent): boolean {
  if (type === "run_finished") return wishes + draftRounds > 0;
  if (type === "plan_version_declined") return payload.again !== true;
  if (type === "plan_version_adopted")
    return payload.version > 1 && payload.origin === "person" && payload.dispositions === undefined;
  return type === "replan_withdrawn" || type === "replan_failed";
}
