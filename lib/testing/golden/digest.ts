import { createHash } from "node:crypto";
import { apply, initialState, type RunEvent } from "@/lib/core/run";
import { VIEWS } from "./views";

export const VIEW_NAMES = Object.keys(VIEWS);

/** What one view shows after the event `seq`, as JSON. */
export type Reading = { seq: number; view: string; text: string };

/** Folds a run step by step, each the events of one command, and reads it after each. */
export function* readings(events: readonly RunEvent[]): Generator<Reading> {
  const state = initialState(events[0]?.run ?? "");
  for (let from = 0, step = 1; from < events.length; step += 1) {
    const { commandId, at } = events[from] as RunEvent;
    let to = from;
    while (events[to]?.commandId === commandId && events[to]?.at === at) to += 1;
    const fresh = events.slice(from, to);
    for (const event of fresh) apply(state, event);
    const seen = { state, events: events.slice(0, to), fresh };
    for (const [view, { read, every }] of Object.entries(VIEWS)) {
      if (to === events.length || step % every === 0)
        yield { seq: state.seq, view, text: asText(read(seen)) };
    }
    from = to;
  }
}

const asText = (value: unknown): string =>
  JSON.stringify(value, (_name, one) => (one instanceof Map || one instanceof Set ? [...one] : one)) ?? "";

/** A digest for each view, in their order, over all that it shows of a run. */
export function digestsOf(events: readonly RunEvent[]): string[] {
  const hashes = new Map(VIEW_NAMES.map((view) => [view, createHash("sha1")]));
  for (const { view, seq, text } of readings(events)) hashes.get(view)?.update(`${seq} ${text}\n`);
  return [...hashes.values()].map((hash) => hash.digest("hex"));
}

/** One digest of many. */
export const digestOfAll = (digests: readonly string[]): string =>
  createHash("sha1").update(digests.join()).digest("base64url");
