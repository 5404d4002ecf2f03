import { storable } from "@/db/json-text";
import { domainError } from "@/lib/core/errors";
import {
  apply,
  type CommandOutcome,
  type RunEvent,
  type RunState,
  type Touched,
  transact,
} from "@/lib/core/run";
import type { CommandReply } from "@/lib/core/run/commands";
import type { PayloadRows, Submission, TransitionOptions } from "../types";

/** A submission that was decided now, with its reply. */
export type Answered = { submission: Submission; reply: CommandReply };

export type Batch = {
  /** In the order of the submissions, those of `followUp` last. */
  replies: CommandReply[];
  answered: Answered[];
  events: RunEvent[];
  /** What the run was given to begin with, ahead of `events`. */
  copied: RunEvent[];
  touched: Touched;
};

export type StoredReplies = ReadonlyMap<string, CommandReply>;

/**
 * Decides on the owned state what has no reply yet, then asks `followUp` for more. Without submissions it is a tick:
 * only what is due by itself happens.
 */
export function decideBatch(
  state: RunState,
  submissions: Submission[],
  stored: StoredReplies,
  nowMs: number,
  { followUp, copied = [] }: Pick<TransitionOptions, "followUp"> & { copied?: RunEvent[] } = {},
): Batch {
  const batch: Batch = {
    replies: [],
    answered: [],
    events: [],
    copied,
    touched: { tasks: new Set(), approvals: new Set(), plan: false },
  };
  for (const event of copied) apply(state, event, batch.touched);
  decideInto(batch, state, submissions, stored, nowMs);
  for (let nth = 0; followUp; nth += 1) {
    const further = followUp(state, nth);
    if (further.length === 0) break;
    decideInto(batch, state, further, new Map(), nowMs);
  }
  return batch;
}

function decideInto(
  batch: Batch,
  state: RunState,
  submissions: Submission[],
  stored: StoredReplies,
  nowMs: number,
): void {
  const replies = new Map(stored);
  const firsts = firstOfEach(submissions);
  const fresh = [...firsts.values()].filter(({ envelope }) => !replies.has(envelope.id));
  if (fresh.length > 0 || submissions.length === 0) {
    // What the store cannot hold goes before deciding, so that memory and store say the same.
    const envelopes = fresh.map(({ envelope }) => storable(envelope));
    const { events, outcomes, touched } = transact(state, envelopes, nowMs);
    batch.events.push(...events);
    for (const id of touched.tasks) batch.touched.tasks.add(id);
    for (const id of touched.approvals) batch.touched.approvals.add(id);
    batch.touched.plan ||= touched.plan;
    for (const outcome of outcomes) replies.set(outcome.commandId, replyOf(outcome));
  }
  const replyTo = (submission: Submission) => {
    const { id } = submission.envelope;
    const isReused = isReusedId(submission, firsts.get(id)?.inputDigest);
    return isReused ? reusedIdReply(state.runId) : (replies.get(id) as CommandReply);
  };
  batch.answered.push(...fresh.map((submission) => ({ submission, reply: replyTo(submission) })));
  batch.replies.push(...submissions.map(replyTo));
}

/** The same command twice in one batch is decided once; what comes under its id with another content is another request. */
function firstOfEach(submissions: Submission[]): ReadonlyMap<string, Submission> {
  const firsts = new Map<string, Submission>();
  for (const submission of submissions) {
    const { id } = submission.envelope;
    if (!firsts.has(id)) firsts.set(id, submission);
  }
  return firsts;
}

/**
 * Whether a command's reply is kept for its repeats. A worker's is not: what it told shows in the state, and what was
 * refused once may be right when the work was done again, after a person said so.
 */
export const storesReply = ({ submission: { envelope } }: Answered): boolean =>
  envelope.actor.kind !== "worker";

/** Reports of calls are kept whatever becomes of the command; a plan that was refused is never adopted, a call never began. */
export function keptRows({ submission: { rows, envelope }, reply }: Answered): PayloadRows | undefined {
  if (reply.ok || !rows) return rows;
  const { plans: _plans, toolCalls, ...kept } = rows;
  return toolCalls && envelope.command.type !== "tool_started" ? { ...kept, toolCalls } : kept;
}

/** Whether a command id stands for another request than before; without a digest it is taken for a repeat. */
export const isReusedId = (
  { inputDigest }: Pick<Submission, "inputDigest">,
  before: string | undefined,
): boolean => inputDigest !== undefined && before !== undefined && inputDigest !== before;

export const REUSED_ID = domainError(
  "conflict",
  "This idempotency key was used before, for a request with other content. Send a new request with a new key.",
);

export const reusedIdReply = (runId: string): CommandReply => ({
  ok: false,
  error: { ...REUSED_ID, details: { runId } },
});

function replyOf(outcome: CommandOutcome): CommandReply {
  return outcome.ok ? { ok: true, seq: outcome.seq } : { ok: false, error: outcome.error };
}
