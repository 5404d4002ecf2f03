import { countOpenRuns } from "@/db/queries/read-runs";
import { type DomainError, DomainFailure, domainError, type ErrorCode } from "@/lib/core/errors";
import { newCommandId } from "@/lib/core/ids";
import { digestOf, digestOfText, type Json } from "@/lib/core/json";
import type { CommandReply, PersonCommand } from "@/lib/core/run/commands";
import { statusOf } from "@/lib/core/run/effects/status-of";
import type { RunState } from "@/lib/core/run/state";
import type { RunStatus } from "@/lib/core/run/status";
import type { PayloadRows } from "@/lib/engine/types";
import { actorRefOf, type ServiceContext } from "./context";

/** What tells a repeat from another request under the same key: a digest of all that was asked, as it was read. */
export const inputDigestOf = (verb: string, input: object): string => digestOf([verb, input as Json]);

/**
 * The state of a run of the actor's workspace; throws DomainFailure `not_found` for any other. It is the run store's own
 * and moves on: the one who needs it after another wait takes a copy.
 */
export async function requireRun(ctx: ServiceContext, runId: string): Promise<Readonly<RunState>> {
  const state = await ctx.runStore.peek(runId);
  if (state && state.workspaceId === ctx.actor.workspaceId) return state;
  throw new DomainFailure(domainError("not_found", `There is no run ${runId}.`));
}

/** Throws `too_many_requests` where the actor may start no further run, now or in this workspace. */
export async function requireRoomForRun({ quotas, actor, db }: ServiceContext): Promise<void> {
  const { workspaceId } = actor;
  await quotas.requireRoom("openRuns", (limit) => countOpenRuns(db, { workspaceId, limit }));
  quotas.spend(actor, "runsPerMinute", 1);
}

/** Hands a person's command to the run; throws what the run refused as a DomainFailure. */
export async function submitToRun(
  ctx: ServiceContext,
  runId: string,
  command: PersonCommand,
  rows?: PayloadRows,
): Promise<{ status: RunStatus; seq: number; state: Readonly<RunState> }> {
  const id = ctx.commandId ?? newCommandId(ctx.ids);
  const envelope = { id, actor: actorRefOf(ctx.actor), command };
  const result = await ctx.runStore.transition(runId, [rows ? { envelope, rows } : { envelope }]);
  const { state, replies } = result;
  return { status: statusOf(state), seq: acceptedSeq(replies[0]), state };
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

/** A repeated request must find what the first one made: the id comes from the idempotency key when there is one. */
export function idForKey(ctx: ServiceContext, prefix: "run" | "att"): string {
  const key = ctx.commandId;
  if (key === undefined) return `${prefix}_${ctx.ids.next()}`;
  return `${prefix}_${digestOfText(`${ctx.actor.workspaceId}
${key}`).slice(0, 26)}`;
}
