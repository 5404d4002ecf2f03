import { readRunUsage } from "@/db/queries/read-calls";
import { readEventsAfter } from "@/db/queries/read-events";
import { readPlanTexts } from "@/db/queries/read-plan-version";
import { DomainFailure, domainError } from "@/lib/core/errors";
import { newCommandId } from "@/lib/core/ids";
import { forkRunInput } from "@/lib/core/inputs/create-run";
import { fold, type RunEvent } from "@/lib/core/run";
import type { ForkCommand } from "@/lib/core/run/commands";
import { statusOf } from "@/lib/core/run/effects/status-of";
import { forkedEvents, sharedEvents } from "@/lib/core/run/events/fork";
import type { RunStatus } from "@/lib/core/run/status";
import type { PayloadRows } from "@/lib/engine/types";
import { actorRefOf, type ServiceContext } from "../context";
import { acceptedSeq, idForKey, inputDigestOf, requireRoomForRun, requireRun } from "../submit";
import { defineVerb } from "../verb";
import { runPurgesOf } from "./calls";

const PAGE_EVENTS = 2_000;

/**
 * Starts a new run that shares the events of another up to `fromSeq`, and to the end of what
 * the same command came to, and then goes its own way (docs/engine.md,
 * "Forks"). Throws `not_found`, `invalid_input` (no such event), `not_allowed_now` (the run had ended there, or its
 * steps were removed), `conflict`
 * (the same idempotency key for another request), `too_many_requests`.
 */
export const forkRun = defineVerb({
  name: "runs/fork",
  capability: "operate",
  input: forkRunInput,
  async run({ ctx, input }): Promise<{ runId: string; seq: number; status: RunStatus }> {
    await requireRoomForRun(ctx);
    const { runId: parentRunId, fromSeq } = input;
    const { seq } = await requireRun(ctx, parentRunId);
    await requirePayloads(ctx, parentRunId);
    if (fromSeq > seq) throw failure("invalid_input", `This run has ${seq} events: name one of them.`);
    const events = sharedEvents(await readEvents(ctx, parentRunId, fromSeq), fromSeq);
    if (fold(parentRunId, events).phase === "ended") {
      throw failure("not_allowed_now", "The run had ended there: fork it from an earlier event.");
    }
    const runId = idForKey(ctx, "run");
    const command: ForkCommand = { type: "fork", parentRunId, fromSeq: events.length };
    const envelope = { id: ctx.commandId ?? newCommandId(ctx.ids), actor: actorRefOf(ctx.actor), command };
    const rows = await plansOf(ctx, parentRunId, events);
    const inputDigest = inputDigestOf("runs/fork", input);
    const forked = await ctx.runStore.forkRun(
      runId,
      { envelope, rows, inputDigest },
      forkedEvents(events, runId),
    );
    return { runId, seq: acceptedSeq(forked.replies[0]), status: statusOf(forked.state) };
  },
});

/** A fork continues from steps of its parent's attempts; without them it would do their work a second time. */
async function requirePayloads(ctx: ServiceContext, runId: string): Promise<void> {
  const { workspaceId } = ctx.actor;
  const { payloadsAt } = runPurgesOf(await readRunUsage(ctx.db, { workspaceId, runId }));
  if (payloadsAt === null) return;
  const day = new Date(payloadsAt).toISOString().slice(0, 10);
  const why = `The steps of this run were removed under retention on ${day}: it can no longer be forked.`;
  throw failure("not_allowed_now", why);
}

/** All events up to the first page that has some beyond `fromSeq` to spare: what one command came to is less. */
async function readEvents(ctx: ServiceContext, runId: string, fromSeq: number): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  for (;;) {
    const page = await readEventsAfter(ctx.db, { runId, afterSeq: events.length, limit: PAGE_EVENTS });
    events.push(...page);
    if (page.length < PAGE_EVENTS || endsWithin(events, fromSeq)) return events;
  }
}

const endsWithin = (events: RunEvent[], fromSeq: number): boolean =>
  events.length > fromSeq && sharedEvents(events, fromSeq).length < events.length;

/** The texts of the plan versions, which events only tell in part. */
async function plansOf(ctx: ServiceContext, runId: string, events: RunEvent[]): Promise<PayloadRows> {
  const { workspaceId } = ctx.actor;
  const versions = events.flatMap((event) =>
    event.type === "plan_version_adopted" ? event.payload.version : [],
  );
  return { plans: await readPlanTexts(ctx.db, { workspaceId, runId, versions }) };
}

const failure = (code: "invalid_input" | "not_allowed_now", message: string) =>
  new DomainFailure(domainError(code, message));
