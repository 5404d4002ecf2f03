import { type CommentRow, countComments, readComments, readReplies } from "@/db/queries/comments";
import { readEventsOfTypes } from "@/db/queries/runs/read-events";
import { isPlaced, type Place } from "@/lib/core/comments/anchor";
import { makeRound, type RoundProblem } from "@/lib/core/comments/round";
import type { Round } from "@/lib/core/comments/schema";
import { MAX_ROUND_COMMENTS } from "@/lib/core/comments/words";
import { DomainFailure, domainError } from "@/lib/core/errors";
import { sendRoundInput } from "@/lib/core/inputs/comments";
import type { PersonCommand } from "@/lib/core/run/commands";
import { staleVersionRefusal } from "@/lib/core/run/decide/operator";
import { type ServiceContext, voterOf } from "../context";
import { acceptedSeq, knownRequest, requireRun, submitToRun } from "../submit";
import { defineVerb, requireCapability } from "../verb";
import { openPlaces } from "./place";
import { refused } from "./require-comment";
import { type RoundWay, roundWay } from "./round-way";

type SentRound = { round: number; comments: number };

/**
 * Sends open comments as one wish for another version: as a request for changes where the plan waits for approval, else
 * as a replan, which takes the right to operate. Comments that went out together already are answered with their round.
 * Throws `not_found`, `invalid_input` (too many, too long), `conflict` (another version in force than was seen),
 * `not_allowed_now`, and what a gate refuses.
 */
export const sendRound = defineVerb({
  name: "comments/send",
  capability: "review",
  description:
    "`{commentIds?, words?, expectedPlanVersion?}`: sends open comments as one round, all that have a place unless some are named; `words` go with them",
  see: ["comments.md#rounds"],
  routes: [{ at: "POST /api/v1/runs/{id}/comments/round", id: "runId" }],
  input: sendRoundInput,
  async run({ ctx, input }): Promise<SentRound> {
    const { runId, commentIds, words = "", expectedPlanVersion } = input;
    const state = await requireRun(ctx, runId);
    const known = await knownRequest(ctx, runId);
    const repeated = known && acceptedSeq(known.reply) && (await roundOfRequest(ctx, runId));
    if (repeated) return repeated;
    const way = roundWay(state);
    const stale = staleVersionRefusal(state, expectedPlanVersion);
    const places = await openPlaces(ctx, state);
    const { rows, sendable } = await chosenComments(ctx, runId, commentIds, places);
    const sent = sentTogether(rows);
    if (sent) return sent;
    if (stale) throw new DomainFailure(stale);
    if ("problem" in way) throw refused(way.problem);
    if (way.by === "replan") requireCapability(ctx.actor, "operate");
    if (places.length === 0) throw refused("There is no plan yet.");
    const { rounds } = await countComments(ctx.db, { workspaceId: ctx.actor.workspaceId, runId });
    const made = makeRound(sendable, places, rounds + 1);
    if ("problem" in made) throw roundFailure(made.problem);
    const command = commandOf(ctx, way, made.round, words, state.planVersion);
    await submitToRun(ctx, runId, async () => ({ command }));
    return { round: made.round.number, comments: made.round.comments.length };
  },
});

/** The named comments, or all open ones that have a place in the version. Throws `not_found`. */
async function chosenComments(
  { db, actor }: ServiceContext,
  runId: string,
  ids: readonly string[] | undefined,
  places: readonly Place[],
) {
  const of = { workspaceId: actor.workspaceId, runId };
  const [all, replies] = await Promise.all([readComments(db, of), readReplies(db, of)]);
  if (ids && all.some(({ id, isQuestion }) => isQuestion && ids.includes(id)))
    throw refused("A question is sent with no round. Comment on what is to change.");
  const rows = ids
    ? all.filter(({ id }) => ids.includes(id))
    : all.filter((row) => row.status === "open" && !row.isQuestion && isPlaced(row.anchor, places));
  if (ids && rows.length < new Set(ids).size)
    throw new DomainFailure(domainError("not_found", "One of these comments is not in this run."));
  const sendable = rows
    .filter(({ status }) => status === "open")
    .map((comment) => {
      const { id, anchor, label, text } = comment;
      const thread = replies.filter(({ commentId }) => commentId === id);
      const by = [comment, ...thread].flatMap((one) => (one.by.kind === "person" ? [one.by] : []));
      return { id, anchor, label, text, replies: thread.map((reply) => reply.text), by };
    });
  return { rows, sendable };
}

/** The round that the first try of the request sent. */
async function roundOfRequest(
  { db, commandId }: ServiceContext,
  runId: string,
): Promise<SentRound | undefined> {
  const types = ["approval_decided", "replan_requested"] as const;
  const events = await readEventsOfTypes(db, { runId, types });
  const own = events.find((event) => event.commandId === commandId);
  const round = own?.type === "replan_requested" ? own.payload.cause.round : own?.payload.round;
  return round && { round: round.number, comments: round.comments.length };
}

/** What somebody sent together before is sent already. */
function sentTogether(rows: readonly CommentRow[]): SentRound | undefined {
  const [first] = rows;
  if (first?.round == null || !rows.every(({ status, round }) => status === "sent" && round === first.round))
    return;
  return { round: first.round, comments: rows.length };
}

function commandOf(
  ctx: ServiceContext,
  way: Exclude<RoundWay, { problem: string }>,
  round: Round,
  words: string,
  expectedPlanVersion: number,
): PersonCommand {
  const by = voterOf(ctx.actor);
  if (way.by === "replan")
    return { type: "request_replan", instruction: words, expectedPlanVersion, round, by };
  const { approvalId, digest } = way.gate;
  return {
    type: "decide_approval",
    approvalId,
    digest,
    round,
    by,
    verb: "request_changes",
    provenance: "person",
    ...(words !== "" && { comment: words }),
  };
}

const PROBLEMS = {
  none: "There is no open comment to send.",
  too_many: `A round takes ${MAX_ROUND_COMMENTS} comments. Send fewer.`,
  too_large: "These comments are too long for one round. Send fewer.",
  stale: "Some of these comments have no place in the plan any more. Resolve them, or send the others.",
} as const;

function roundFailure(problem: RoundProblem): DomainFailure {
  const { code } = problem;
  if (code === "none") return refused(PROBLEMS.none);
  const details = problem.code === "stale" ? { comments: problem.ids } : undefined;
  return new DomainFailure(domainError("invalid_input", PROBLEMS[code], details));
}
