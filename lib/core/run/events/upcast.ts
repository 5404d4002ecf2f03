import { DomainFailure, domainError } from "../../errors";
import type { JsonObject } from "../../json";

/**
 * Version of every payload that is written today. It is raised when an older Waymark could not read what is written,
 * or would read it wrongly; a field that older code may pass over does not need it.
 */
export const EVENT_VERSION = 2;

/** An event as it was stored, in whatever version. */
export type StoredEvent = { type: string; v: number; seq: number; payload: JsonObject };

/** The payload as the next version has it. Only the payload: the envelope never changes. */
export type Upcaster = (payload: JsonObject) => JsonObject;

/** By type of event, then by the version that is left behind. What is missing here stayed as it was. */
export type Upcasters = Readonly<Record<string, Readonly<Record<number, Upcaster>>>>;

export const UPCASTERS: Upcasters = {
  approval_expired: {
    // There were no gates yet that are handed on: only the deadline itself could let one expire.
    0: (payload) => ({ provenance: "timeout", ...payload }),
  },
};

/**
 * A stored event in today's form, one version after the other (docs/engine.md, "Old events"). Throws the
 * DomainFailure `unsupported` for one that is newer than this code.
 */
export function upcast<E extends StoredEvent>(
  event: E,
  upcasters: Upcasters = UPCASTERS,
  version = EVENT_VERSION,
): E {
  if (event.v === version) return event;
  if (event.v > version) throw unreadableEvent(event.seq);
  let { payload } = event;
  for (let v = event.v; v < version; v += 1) payload = upcasters[event.type]?.[v]?.(payload) ?? payload;
  return { ...event, v: version, payload };
}

/** What a reader is told of an event that this code does not understand. */
export function unreadableEvent(seq: unknown, cause?: unknown): DomainFailure {
  const message = `Event ${seq} of this run was written by another version of Waymark, which this one cannot read. Open the run with the version that wrote it, or a newer one.`;
  return Object.assign(new DomainFailure(domainError("unsupported", message)), cause ? { cause } : {});
}
