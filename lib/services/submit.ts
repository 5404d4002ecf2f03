import type { Orm, OrmOrTx } from "@/db/client";
import { holdNextEvent } from "@/db/queries/next-event";
import { lockRunRow } from "@/db/queries/retention/delete-runs";
import { readRunRemoval } from "@/db/queries/retention/read-purges";
import { type KnownCommand, keepCommand, readCommand } from "@/db/queries/run-commands";
import { readEventsAfter } from "@/db/queries/runs/read-events";
import { countOpenRuns } from "@/db/queries/runs/read-runs";
import { digestOfText } from "@/lib/core/bytes";
import { type DomainError, DomainFailure, domainError, type ErrorCode } from "@/lib/core/errors";
import { newCommandId } from "@/lib/core/ids";
import { isSameJson, type JsonObject } from "@/lib/core/json";
import type { Command, CommandReply, PersonCommand } from "@/lib/core/run/commands";
import { statusOf } from "@/lib/core/run/effects/status-of";
import type { RunEvent } from "@/lib/core/run/events";
import type { RunState } from "@/lib/core/run/state";
import type { RunStatus } from "@/lib/core/run/status";
import { isReusedId, REUSED_ID } from "@/lib/engine/run-store/decide-batch";
import type { PayloadRows, Submission } from "@/lib/engine/types";
import { actorRefOf, type ServiceContext } from "./context";
import { orDrill, type ShownDrill } from "./drills/shown";
import { tellDrill } from "./drills/tell";

/**
 * The state of a run of the actor's workspace; throws DomainFailure `not_found` for any other, with `removedAt` for one
 * that was removed or deleted. It is the run store's own and moves on: the one who needs it after another wait
 * takes a copy.
 */
export async function storedRun(ctx: ServiceContext, runId: string): Promise<Readonly<RunState>> {
  const state = await ctx.runStore.peek(runId);
  if (state && state.workspaceId === ctx.actor.workspaceId) return state;
  throw await noSuchRun(ctx, runId);
}

/** The same for what changes a run, or is made of it: the caller's open drill that stands in its place ends here, and says what it was. */
export const requireRun = (ctx: ServiceContext, runId: string): Promise<Readonly<RunState>> =>
  storedRun(ctx, runId).catch(orDrill(ctx, runId, (drill) => tellDrill(ctx, drill)));

/** A run as those see it who only read it: `drill` where the caller's drill stands in its place. */
export type ReadRun = { state: Readonly<RunState>; drill?: ShownDrill };

/** The same for what only reads: until its reviewer learns of it, a drill reads like the run that it tells of. Throws `not_found`. */
export const readRun = (ctx: ServiceContext, runId: string): Promise<ReadRun> =>
  storedRun(ctx, runId)
    .then((state): ReadRun => ({ state }))
    .catch(orDrill(ctx, runId, (drill): ReadRun => ({ state: drill.state, drill })));

/** Events of a run after a number, in order; of a drill those that it was folded of. */
export const eventsOfRun =
  ({ db }: ServiceContext, { state: { runId }, drill }: ReadRun) =>
  async ({ afterSeq, limit }: { afterSeq: number; limit: number }): Promise<RunEvent[]> =>
    drill
      ? drill.log.filter(({ seq }) => seq > afterSeq).slice(0, limit)
      : readEventsAfter(db, { runId, afterSeq, limit });

/**
 * Keeps the run from being deleted until the transaction ends, which writes about it. Throws `not_found` for one that
 * has been deleted since it was read.
 */
export async function holdRun(ctx: ServiceContext, tx: Orm, runId: string): Promise<void> {
  if (!(await lockRunRow(tx, { workspaceId: ctx.actor.workspaceId, runId })))
    throw await noSuchRun(ctx, runId);
}

/** Why there is no run of this id: there never was, or it was removed or deleted. */
export async function noSuchRun(
  { db, actor }: ServiceContext,
  runId: string,
  subject = "This run",
): Promise<DomainFailure> {
  const removed = await readRunRemoval(db, { workspaceId: actor.workspaceId, runId });
  if (!removed) return new DomainFailure(domainError("not_found", `There is no run ${runId}.`));
  return removedFailure(subject, removed.at, removed.byPerson);
}

/** Why something is not there that was: `subject` is the beginning of the sentence. */
export function removedFailure(subject: string, at: Date, byPerson = false): DomainFailure {
  const how = byPerson ? "deleted by a person" : "removed under retention";
  const message = `${subject} was ${how} on ${at.toISOString().slice(0, 10)}.`;
  return new DomainFailure(domainError("not_found", message, { removedAt: at.getTime() }));
}

/** Throws `too_many_requests` where the actor may start no further run, now or in this workspace. */
export async function requireRoomForRun({ quotas, actor, db }: ServiceContext): Promise<void> {
  const { workspaceId } = actor;
  await quotas.requireRoom("openRuns", (limit) => countOpenRuns(db, { workspaceId, limit }));
  quotas.spend(actor, "runsPerMinute", 1);
}

/** A command as the caller submits it: with what tells a repeat of the request from another one under its key. */
export function submissionOf<C extends Command>(
  ctx: ServiceContext,
  command: C,
  rows?: PayloadRows,
): Submission<C> {
  const envelope = { id: ctx.commandId ?? newCommandId(ctx.ids), actor: actorRefOf(ctx.actor), command };
  const isKeyed = ctx.commandId !== undefined;
  return { envelope, ...(rows && { rows }), ...(isKeyed && { inputDigest: ctx.inputDigest() }) };
}

/**
 * Hands a person's command to the run; throws what the run refused as a DomainFailure. A repeat gets its first reply without
 * being made again, which may not be possible any more.
 */
export async function submitToRun<C extends PersonCommand>(
  ctx: ServiceContext,
  runId: string,
  make: () => Promise<{ command: C; rows?: PayloadRows }>,
): Promise<{ status: RunStatus; seq: number; state: Readonly<RunState> }> {
  const known = await knownRequest(ctx, runId);
  if (known) {
    const state = await storedRun(ctx, runId);
    return { status: statusOf(state), seq: acceptedSeq(known.reply), state };
  }
  const { command, rows } = await make();
  const { state, replies } = await ctx.runStore.transition(runId, [submissionOf(ctx, command, rows)]);
  return { status: statusOf(state), seq: acceptedSeq(replies[0]), state };
}

/** What the same request came to before, if its key was used in this run; throws `conflict` where that was for another request. */
export async function knownRequest(
  ctx: ServiceContext,
  runId: string,
  db: OrmOrTx = ctx.db,
): Promise<KnownCommand | undefined> {
  const { commandId, actor } = ctx;
  if (commandId === undefined) return;
  const known = await readCommand(db, { workspaceId: actor.workspaceId, runId, commandId });
  if (known) requireSameRequest(ctx, known.inputDigest, { runId });
  return known;
}

/**
 * Binds the caller's key in a run to a request that asks several things of it, each under an id of its own. Throws `conflict`
 * where the key stands for another request, by whichever route that came.
 */
export async function bindKey(ctx: ServiceContext, runId: string, type: string): Promise<void> {
  const { commandId } = ctx;
  if (commandId === undefined) return;
  const ofRun = { workspaceId: ctx.actor.workspaceId, runId };
  await ctx.transact(async (tx) => {
    const next = await holdNextEvent(tx, ofRun);
    if (next === undefined) throw await noSuchRun(ctx, runId);
    if (await knownRequest(ctx, runId, tx)) return;
    await keepCommand(tx, { ...ofRun, commandId, inputDigest: ctx.inputDigest(), type, seq: next - 1 });
  });
}

/** Throws `conflict` where the caller's key stands for a request of another digest; one without a digest is taken for the same. */
export function requireSameRequest(
  ctx: Pick<ServiceContext, "inputDigest">,
  before: string | null,
  details?: JsonObject,
): void {
  if (isReusedId({ inputDigest: ctx.inputDigest() }, before ?? undefined))
    throw new DomainFailure(details ? { ...REUSED_ID, details } : REUSED_ID);
}

/** The event number of an accepted command; throws what was refused. */
export function acceptedSeq(reply: CommandReply | undefined): number {
  if (reply?.ok) return reply.seq;
  throw new DomainFailure(refusalOf(reply));
}

/** Why a command was refused. */
export function refusalOf(reply: (CommandReply & { ok: false }) | undefined): DomainError {
  if (!reply) return domainError("internal", "The run gave no reply.");
  const { code, message, details } = reply.error;
  return domainError(code as ErrorCode, message, details);
}

/** Throws `conflict` where a key that made something is used again to make another: `made` beside what is asked now. */
export function requireSameContent(made: object, asked: object): void {
  if (!isSameJson(made, asked)) throw new DomainFailure(REUSED_ID);
}

/** A repeated request must find what the first one made: the id comes from the idempotency key when there is one. */
export function idForKey(
  ctx: ServiceContext,
  prefix: "run" | "att" | "rpl" | "cmt" | "qst" | "rep" | "tpl" | "chn" | "pol",
): string {
  const key = ctx.commandId;
  if (key === undefined) return `${prefix}_${ctx.ids.next()}`;
  return `${prefix}_${digestOfText(`${ctx.actor.workspaceId}
${key}`).slice(0, 26)}`;
}
