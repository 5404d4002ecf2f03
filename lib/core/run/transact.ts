import type { DomainError } from "../errors";
import { apply } from "./apply";
import { nothingTouched, type Touched } from "./apply/touched";
import type { CommandEnvelope } from "./commands";
import { decide, isRefused } from "./decide";
import { withinSize } from "./decide/event-size";
import type { DraftEvent, RunEvent } from "./events";
import type { ActorRef } from "./events/envelope";
import { settle } from "./settle";
import type { RunState } from "./state";
import { withEnvelope } from "./with-envelope";

export type { Touched } from "./apply/touched";
export type CommandOutcome =
  | { commandId: string; ok: true; seq: number }
  | { commandId: string; ok: false; error: DomainError };

/** More consequences of one command than any plan can have: the rules chase their tail. */
const MAX_SETTLEMENTS = 100_000;
const SYSTEM: ActorRef = { kind: "system" };

/**
 * Decides the commands in order on an owned state and applies what they come to, consequences included. Changes the
 * state; a refused command changes nothing. With no commands it is a tick: only what is due by itself happens.
 * `now` is raised to the last event's time if it lies before it.
 */
export function transact(
  state: RunState,
  commands: CommandEnvelope[],
  now: number,
  maxSettlements = MAX_SETTLEMENTS,
): { events: RunEvent[]; outcomes: CommandOutcome[]; touched: Touched } {
  const touched = nothingTouched();
  const at = Math.max(now, state.lastAt);
  const events: RunEvent[] = [];
  const commit = (draft: DraftEvent, actor: ActorRef, commandId: string, causeSeq?: number): void => {
    const event = withEnvelope(state, draft, { actor, commandId, at, causeSeq });
    apply(state, event, touched);
    events.push(event);
  };
  const outcomes = commands.map(({ id, actor, command }): CommandOutcome => {
    const decided = withinSize(decide(state, command, at));
    if (isRefused(decided)) return { commandId: id, ok: false, error: decided };
    for (const draft of decided) commit(draft, actor, id);
    settleAll(state, at, maxSettlements, (draft) => commit(draft, SYSTEM, id, state.seq));
    return { commandId: id, ok: true, seq: state.seq };
  });
  if (commands.length === 0) settleAll(state, at, maxSettlements, (draft) => commit(draft, SYSTEM, "tick"));
  return { events, outcomes, touched };
}

function settleAll(state: RunState, at: number, limit: number, commit: (draft: DraftEvent) => void): void {
  for (let n = 0; n < limit; n += 1) {
    const drafts = settle(state, at);
    if (drafts.length === 0) return;
    for (const draft of drafts) commit(draft);
  }
  throw new Error("settling does not end");
}
