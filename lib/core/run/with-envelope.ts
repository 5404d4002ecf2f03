import { type DraftEvent, EVENT_VERSION, type RunEvent } from "./events";
import type { ActorRef } from "./events/envelope";
import type { RunState } from "./state";

type EnvelopeFacts = { actor: ActorRef; commandId: string; at: number; causeSeq?: number | undefined };

/** What was decided as the next event of the run. */
export function withEnvelope(state: RunState, draft: DraftEvent, enclosure: EnvelopeFacts): RunEvent {
  const { actor, commandId, at, causeSeq } = enclosure;
  return {
    run: state.runId,
    seq: state.seq + 1,
    at,
    v: EVENT_VERSION,
    actor,
    commandId,
    planVersion: state.planVersion,
    epoch: state.epoch,
    ...(causeSeq !== undefined && { causeSeq }),
    ...draft,
  } as RunEvent;
}
