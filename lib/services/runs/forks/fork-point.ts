import { readRunUsage } from "@/db/queries/read-calls";
import { readLostAncestor } from "@/db/queries/runs/read-family";
import { DomainFailure, domainError } from "@/lib/core/errors";
import { fold, type RunEvent, type RunState } from "@/lib/core/run";
import { beforeDecision, isDecisionOfPerson, sharedEvents } from "@/lib/core/run/events/fork";
import { namedApproval, namedTask } from "@/lib/core/run/state/ready";
import type { ServiceContext } from "../../context";
import { eventsOfRun, type ReadRun } from "../../submit";
import { runPurgesOf } from "../calls/list";

const PAGE_EVENTS = 2_000;

/** Where a fork begins: at an event, or right before the decision of a gate or of a task that asks. */
export type ForkPlace = { fromSeq: number } | { approvalId: string } | { taskId: string };

/** What a fork at an event shares with its parent, and what that came to; `live` is the parent as it is now. */
type ForkPoint = { shared: RunEvent[]; state: RunState; live: Readonly<RunState> };

/**
 * What a fork begins with. Throws `not_found`, `invalid_input` (no such event), `not_allowed_now` (the run
 * had ended there, its steps were removed, or a run that it was forked from).
 */
export async function readForkPoint(ctx: ServiceContext, run: ReadRun, place: ForkPlace): Promise<ForkPoint> {
  const { state: live } = run;
  const { runId } = live;
  await Promise.all([requirePayloads(ctx, runId), requireAncestors(ctx, runId)]);
  const shared = await sharedPart(ctx, run, place);
  const state = fold(runId, shared);
  if (state.phase === "ended")
    throw failure("not_allowed_now", "The run had ended there: fork it from an earlier event.");
  return { shared, state, live };
}

async function sharedPart(ctx: ServiceContext, run: ReadRun, place: ForkPlace): Promise<RunEvent[]> {
  const { seq } = run.state;
  if ("fromSeq" in place) {
    const { fromSeq } = place;
    if (fromSeq > seq) throw failure("invalid_input", `This run has ${seq} events: name one of them.`);
    return sharedEvents(await readEvents(ctx, run, fromSeq), fromSeq);
  }
  const known =
    "approvalId" in place ? namedApproval(run.state, place.approvalId) : namedTask(run.state, place.taskId);
  if (!known) throw new DomainFailure(domainError("not_found", "This run asks no such question."));
  const events = await readEvents(ctx, run, seq);
  return sharedEvents(events, beforeDecision(events, place) ?? events.length);
}

/** A fork continues from steps of its parent's attempts; without them it would do their work a second time. */
async function requirePayloads(ctx: ServiceContext, runId: string): Promise<void> {
  const { workspaceId } = ctx.actor;
  const { payloadsAt } = runPurgesOf(await readRunUsage(ctx.db, { workspaceId, runId }));
  if (payloadsAt === null) return;
  const day = new Date(payloadsAt).toISOString().slice(0, 10);
  const why = `The steps of this run were removed under retention on ${day}: it can no longer be forked.`;
  throw failure("not_allowed_now", why);
}

/** Acts of a removed run after the fork are not known any more: they would be done a second time, unasked. */
async function requireAncestors(ctx: ServiceContext, runId: string): Promise<void> {
  const lost = await readLostAncestor(ctx.db, { workspaceId: ctx.actor.workspaceId, runId });
  if (lost === undefined) return;
  const why = `This run was forked from ${lost}, which was removed with what it did outside: it can no longer be forked.`;
  throw failure("not_allowed_now", why);
}

/** All events up to the first page that has some beyond `fromSeq` to spare: what one command came to is less. */
async function readEvents(ctx: ServiceContext, run: ReadRun, fromSeq: number): Promise<RunEvent[]> {
  const readAfter = eventsOfRun(ctx, run);
  const events: RunEvent[] = [];
  for (;;) {
    const page = await readAfter({ afterSeq: events.length, limit: PAGE_EVENTS });
    events.push(...page);
    if (page.length < PAGE_EVENTS || endsWithin(events, fromSeq)) return events;
  }
}

/** Whether a person has decided something of the run after an event. */
export async function isDecidedSince(ctx: ServiceContext, run: ReadRun, fromSeq: number): Promise<boolean> {
  const readAfter = eventsOfRun(ctx, run);
  for (let afterSeq = fromSeq; ; ) {
    const page = await readAfter({ afterSeq, limit: PAGE_EVENTS });
    if (page.some(isDecisionOfPerson)) return true;
    if (page.length < PAGE_EVENTS) return false;
    afterSeq += page.length;
  }
}

const endsWithin = (events: RunEvent[], fromSeq: number): boolean =>
  events.length > fromSeq && sharedEvents(events, fromSeq).length < events.length;

const failure = (code: "invalid_input" | "not_allowed_now", message: string) =>
  new DomainFailure(domainError(code, message));
