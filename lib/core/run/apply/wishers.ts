import type { Round } from "../../comments/schema";
import { getOwn } from "../../own";
import type { EventOf } from "../events";
import type { ActorRef } from "../events/envelope";
import type { PlanOrigin } from "../events/mission";
import { allHands } from "../gates/authors";
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

/**
 * On whose words a model writes a version: `wishes`, those that it answers as a whole, with all else that people have said;
 * `words`, what they have said, while wishes wait for the next plan. Whatever writes a plan has a row here.
 */
const WRITTEN_ON: Record<PlanOrigin, "wishes" | "words"> = {
  planner: "wishes",
  iteration: "wishes",
  replan: "wishes",
  review: "wishes",
  refinement: "words",
  // No model writes these; wishes are answered by them as well.
  person: "wishes",
  import: "wishes",
};

/** Those on whose words the version was written that comes into force, where a model wrote it. */
export function wroteAlong(
  state: RunState,
  { actor, payload: { origin } }: EventOf<"plan_version_adopted">,
): ActorRef[] {
  if (WRITTEN_ON[origin] === "words") return heardIn(state);
  noteSpeakers(state, actor);
  const wishers = takeWishers(state);
  return actor.kind === "person" ? [] : wishers;
}

/** A model has written a version: whose words stood before it wrote it as well, whatever they were said of. */
export function noteSpeakers(state: RunState, author: ActorRef): void {
  if (author.kind === "person") return;
  for (const one of [...heardIn(state), ...skippersIn(state)]) noteWishers(state, one);
}

/** All who said something in the run that a model may have read, or had a hand in its work. */
const heardIn = (state: RunState): ActorRef[] =>
  [...speakersOf(state), ...allHands(state)].map(({ id, name }) => ({ kind: "person", id, name }));

/** Those who skipped a task: who plans on reads why, as of whatever came to nothing, though nobody who does work does. */
const skippersIn = ({ order, tasks }: RunState): ActorRef[] =>
  order.flatMap((id) => getOwn(tasks, id)?.skippedBy ?? []);

/** Those whose words a version answers that is adopted now: none is left for the next one. */
function takeWishers(state: RunState): ActorRef[] {
  const { wishers = [] } = state;
  delete state.wishers;
  return wishers;
}
