import { statusAfter } from "@/lib/core/comments/outcome";
import type { CheckedDisposition, Round } from "@/lib/core/comments/schema";
import type { StoredStatus } from "@/lib/core/comments/words";
import type { RunEvent, RunState } from "@/lib/core/run";

/** What a commit does to the comments of a run: sends some, answers some, or brings back what was sent or answered. */
export type CommentWrites = {
  sent: { id: string; round: number; version: number; at: number }[];
  answered: (Pick<CheckedDisposition, "outcome" | "change"> & {
    id: string;
    note: string | null;
    version: number;
    status: StoredStatus;
  })[];
  /** All that were sent are open again. */
  returned: boolean;
  /** Versions that were offered and are not adopted: their answers no longer count. */
  declined: number[];
};

export function commentWritesOf(events: readonly RunEvent[], { counters }: Counted): CommentWrites {
  const sent = events.flatMap((event) => {
    const round = roundOf(event);
    const { at, planVersion: version } = event;
    return round ? round.comments.map(({ id }) => ({ id, round: round.number, version, at })) : [];
  });
  const answered = events.flatMap((event) => {
    if (event.type !== "plan_version_adopted" && event.type !== "plan_version_offered") return [];
    const { version, dispositions = [] } = event.payload;
    return dispositions.map((one) => {
      const { comment: id, outcome, note = null, change } = one;
      return { id, outcome, note, change, version, status: statusAfter(one) };
    });
  });
  const declined = events.flatMap(({ type, payload }) =>
    type === "plan_version_declined" ? payload.version : [],
  );
  return { sent, answered, returned: events.some(endsRound(counters)), declined };
}

type Counted = { counters: Pick<RunState["counters"], "wishes" | "draftRounds"> };

function roundOf(event: RunEvent): Round | undefined {
  if (event.type === "approval_decided") return event.payload.round;
  return event.type === "replan_requested" ? event.payload.cause.round : undefined;
}

/** No version will be written for the comments that wait for one. Most runs end without ever having sent any. */
const endsRound =
  ({ wishes, draftRounds = 0 }: Counted["counters"]) =>
  ({ type, payload }: RunEvent): boolean => {
    if (type === "run_finished") return wishes + draftRounds > 0;
    if (type === "plan_version_declined") return payload.again !== true;
    if (type === "plan_version_adopted")
      return payload.version > 1 && payload.origin === "person" && payload.dispositions === undefined;
    return type === "replan_withdrawn" || type === "replan_failed";
  };
