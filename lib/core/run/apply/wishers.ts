import type { Round } from "../../comments/schema";
import type { ActorRef } from "../events/envelope";
import { speakersOf } from "../people-words";
import type { RunState } from "../state";

/**
 * A person has said what the next plan of a model is to do otherwise, or sent what others said of it: what comes of that is
 * theirs as well (docs/engine.md, "Who may answer").
 */
export function noteWishers(state: RunState, by: ActorRef, round?: Round): void {
  const writers = round?.comments.flatMap((comment) => comment.by ?? []) ?? [];
  const known = [
    ...(state.wishers ?? []),
    by,
    ...writers.map((one) => ({ kind: "person" as const, ...one })),
  ];
  const people = known.flatMap((one) => (one.kind === "person" ? [one] : []));
  if (people.length > 0) state.wishers = [...new Map(people.map((one) => [one.id, one])).values()];
}

/** A model has written a version: whose words stood before it wrote it as well, whatever they were said of. */
export function noteSpeakers(state: RunState, author: ActorRef): void {
  if (author.kind === "person") return;
  for (const { id, name } of speakersOf(state)) noteWishers(state, { kind: "person", id, name });
}

/** Those whose words a version answers that is adopted now: none is left for the next one. */
export function takeWishers(state: RunState): ActorRef[] {
  const { wishers = [] } = state;
  delete state.wishers;
  return wishers;
}
