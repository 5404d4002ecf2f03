import { z } from "zod";
import { DomainFailure, domainError } from "../../errors";
import { reflectionEvents, retrospectEvents, selfCritiqueEvents, summaryEvents } from "./answer";
import { peopleEvents } from "./approvals";
import { checkEvents } from "./checks";
import { critiqueEvents } from "./critique";
import { engineEvents, modelEvents } from "./engine";
import { envelope } from "./envelope";
import { exampleEvents } from "./examples";
import { ledgerEvents } from "./ledger";
import { lessonEvents } from "./lessons";
import { missionEvents } from "./mission";
import { operatorEvents } from "./operator";
import { refinementEvents } from "./refinement";
import { reviewEvents } from "./reviews";
import { taskEvents } from "./tasks";

/** Every event of a run, by type: append-only, and the truth of the run (docs/engine.md, "Events"). */
const eventPayloads = {
  ...missionEvents,
  ...critiqueEvents,
  ...taskEvents,
  ...checkEvents,
  ...reviewEvents,
  ...summaryEvents,
  ...reflectionEvents,
  ...retrospectEvents,
  ...selfCritiqueEvents,
  ...peopleEvents,
  ...operatorEvents,
  ...engineEvents,
  ...modelEvents,
  ...lessonEvents,
  ...exampleEvents,
  ...refinementEvents,
  ...ledgerEvents,
} as const;

export type EventType = keyof typeof eventPayloads;
export type Payload<T extends EventType> = z.infer<(typeof eventPayloads)[T]>;

/** What deciding produces: the run store adds the envelope. */
export type DraftEvent = { [T in EventType]: { type: T; payload: Payload<T>; effect?: string } }[EventType];
/** An event as stored and streamed. */
export type RunEvent = {
  [T in EventType]: z.infer<typeof envelope> & { type: T; payload: Payload<T> };
}[EventType];
export type EventOf<T extends EventType> = Extract<RunEvent, { type: T }>;

export const EVENT_TYPES = Object.keys(eventPayloads) as [EventType, ...EventType[]];
export const MAX_EVENT_BYTES = 8_192;

/** Version of every event that is written; it is raised when another form of one could be read wrongly. */
export const EVENT_VERSION = 1;

// Built once: reading happens for every event of every cold load.
const storedEvent = envelope.extend({
  type: z.enum(EVENT_TYPES),
  v: z.literal(EVENT_VERSION),
  payload: z.unknown(),
});

/**
 * Reads a stored event (docs/engine.md, "Events"). Throws the DomainFailure `unsupported` for one that this code does not
 * understand, such as one of another version.
 */
export function readEvent(row: unknown): RunEvent {
  try {
    const event = storedEvent.parse(row);
    return { ...event, payload: eventPayloads[event.type].parse(event.payload) } as RunEvent;
  } catch (cause) {
    const { seq } = (row ?? {}) as { seq?: unknown };
    const message = `Event ${seq} of this run was written by another version of Waymark, which this one cannot read. Open the run with the version that wrote it.`;
    throw Object.assign(new DomainFailure(domainError("unsupported", message)), { cause });
  }
}

/** Builds a draft so that its type and payload are checked together. */
export function draft<T extends EventType>(type: T, payload: Payload<T>, effect?: string): DraftEvent {
  return (effect === undefined ? { type, payload } : { type, payload, effect }) as DraftEvent;
}
