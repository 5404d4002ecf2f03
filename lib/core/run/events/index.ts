import { z } from "zod";
import { envelope } from "../envelope";
import { checkEvents } from "./checks";
import { critiqueEvents } from "./critique";
import { engineEvents } from "./engine";
import { missionEvents } from "./mission";
import { operatorEvents } from "./operator";
import { peopleEvents } from "./people";
import { reviewEvents } from "./reviews";
import { summaryEvents } from "./summary";
import { taskEvents } from "./tasks";

/** Every event of a run, by type: append-only, and the truth of the run (docs/engine.md, "Events"). */
export const eventPayloads = {
  ...missionEvents,
  ...critiqueEvents,
  ...taskEvents,
  ...checkEvents,
  ...reviewEvents,
  ...summaryEvents,
  ...peopleEvents,
  ...operatorEvents,
  ...engineEvents,
} as const;

export type EventType = keyof typeof eventPayloads;
export type Payload<T extends EventType> = z.infer<(typeof eventPayloads)[T]>;

/** What deciding produces: the door adds the envelope. */
export type DraftEvent = { [T in EventType]: { type: T; payload: Payload<T>; effect?: string } }[EventType];
/** An event as stored and streamed. */
export type RunEvent = {
  [T in EventType]: z.infer<typeof envelope> & { type: T; payload: Payload<T> };
}[EventType];
export type EventOf<T extends EventType> = Extract<RunEvent, { type: T }>;

export const EVENT_TYPES = Object.keys(eventPayloads) as [EventType, ...EventType[]];
/** Version of every payload shape written today; older ones are upcast when read. */
export const EVENT_VERSION = 1;
export const MAX_EVENT_BYTES = 8_192;

// Built once: reading happens for every event of every cold load.
const eventHead = envelope.extend({ type: z.enum(EVENT_TYPES), payload: z.unknown() });

/** Reads a stored event; throws a ZodError for one that this code does not understand. */
export function readEvent(row: unknown): RunEvent {
  const head = eventHead.parse(row);
  return { ...head, payload: eventPayloads[head.type].parse(head.payload) } as RunEvent;
}

/** Builds a draft so that its type and payload are checked together. */
export function draft<T extends EventType>(type: T, payload: Payload<T>, effect?: string): DraftEvent {
  return (effect === undefined ? { type, payload } : { type, payload, effect }) as DraftEvent;
}
