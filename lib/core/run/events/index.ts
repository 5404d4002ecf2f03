import { z } from "zod";
import type { JsonObject } from "../../json";
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
import { unreadableEvent, upcast } from "./upcast";

/** Every event of a run, by type: append-only, and the truth of the run (docs/engine.md, "Events"). */
export const eventPayloads = {
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

// Built once: reading happens for every event of every cold load.
const storedEvent = envelope.extend({ type: z.string(), payload: z.custom<JsonObject>() });
const eventType = z.enum(EVENT_TYPES);

/**
 * Reads a stored event of any version up to today's (docs/engine.md, "Old events"). Throws the DomainFailure
 * `unsupported` for one that this code does not understand.
 */
export function readEvent(row: unknown): RunEvent {
  try {
    const event = upcast(storedEvent.parse(row));
    const type = eventType.parse(event.type);
    return { ...event, type, payload: eventPayloads[type].parse(event.payload) } as RunEvent;
  } catch (cause) {
    throw unreadableEvent((row as { seq?: unknown } | null)?.seq, cause);
  }
}

/** Builds a draft so that its type and payload are checked together. */
export function draft<T extends EventType>(type: T, payload: Payload<T>, effect?: string): DraftEvent {
  return (effect === undefined ? { type, payload } : { type, payload, effect }) as DraftEvent;
}
