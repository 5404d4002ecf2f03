import type { Round } from "../../comments/schema";
import type { ActorRef } from "../events/envelope";
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

/** Those whose words a version answers that is adopted now: none is left for the next one. */
export function takeWishers(state: RunState): ActorRef[] {
  const { wishers = [] } = state;
  delete state.wishers;
  return wishers;
}
