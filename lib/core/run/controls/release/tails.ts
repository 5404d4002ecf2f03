import { byteLength, digestOf } from "../../../bytes";
import type { Json } from "../../../json";
import { getOwn } from "../../../own";
import type { StoredAgent, StoredTask } from "../../../plan/stored";
import type { TailFooting } from "../../events/release";
import type { Proposal } from "../../events/reviews";
import { workUpTo } from "../work";
import { type LeadingWork, leadingToActs } from "./leading";
import { type PlanAt, type Released, releaseDigest, releasesIn } from "./release";

/** A tail in its place: the plan that it makes, and which tasks of that are its own. */
export type TailAt = {
  plan: PlanAt;
  /** The review that brings it. */
  review: string | undefined;
  added: ReadonlySet<string>;
  footing: TailFooting;
};

/** Agents and tasks of a plan, in force or offered. */
type Ground = { agents: Readonly<Record<string, StoredAgent>>; tasks: readonly StoredTask[] };

/**
 * All that a tail sets free once it is adopted (docs/engine.md, "The release"): its own tasks, behind the review or beside it,
 * up to controls that ask at least as much of people as the review does.
 */
export function releasedByTail(tail: Omit<TailAt, "footing">): Released[] {
  const { plan, review, added } = tail;
  const released = releasesIn(oncePlaced(tail));
  const free = new Map(
    [...released(), ...(review === undefined ? [] : released(review))].map((one) => [one.task.id, one]),
  );
  return plan.tasks.flatMap(({ id }) => (added.has(id) ? (free.get(id) ?? []) : []));
}

/** Lists what of it acts, and all that flows into that, of the plan in force too. */
export const leadingOfTail = (tail: Omit<TailAt, "footing">): LeadingWork[] =>
  leadingToActs(oncePlaced(tail), releasedByTail(tail), tail.review);

const oncePlaced = ({ plan, review }: Pick<TailAt, "plan" | "review">): PlanAt => ({
  ...plan,
  ended: new Set(review === undefined ? plan.ended : [...plan.ended, review]),
  over: new Set(review === undefined ? plan.over : [...plan.over, review]),
});

/**
 * Names what a tail sets free: that people decided on it holds for exactly this. The workspace's models are noted with the version
 * that it becomes, and not with the proposal.
 */
export const tailDigest = (tail: Omit<TailAt, "footing">): string =>
  releaseDigest({ ...tail.plan, models: undefined }, releasedByTail(tail));

const MAX_FOOTING_BYTES = 1_000;

/** What a tail takes over of a plan, by name; the whole plan where that is too much to name. */
export function footingOf(ground: Ground, agents: Iterable<string>, tasks: Iterable<string>): TailFooting {
  const named = { agents: [...new Set(agents)].sort(), tasks: [...new Set(tasks)].sort() };
  const parts = byteLength(JSON.stringify(named)) > MAX_FOOTING_BYTES ? {} : named;
  return { ...parts, digest: digestOf(partsIn(ground, parts)) };
}

type Parts = Omit<TailFooting, "digest">;

/** The named parts as a plan has them: agents with all that they are, tasks with all work that leads to them. */
function partsIn({ agents, tasks }: Ground, named: Parts): Json {
  const work = workUpTo(tasks);
  const names = named.agents ?? Object.keys(agents).sort();
  const ids = named.tasks ?? tasks.map(({ id }) => id).sort();
  return [
    names.map((name) => [name, (getOwn(agents, name) as Json | undefined) ?? null]),
    ids.map((id) => [id, work.get(id) ?? null]),
  ];
}

/** What is proposed at a review, by one reviewer or by several. */
type Judged = { proposal?: Proposal | undefined; votes?: { proposal?: Proposal }[] | undefined };

/** The tails that are proposed at a review. */
export const tailsAt = ({ proposal, votes = [] }: Judged): Proposal[] =>
  [proposal, ...votes.map((vote) => vote.proposal)].flatMap((one) => (one?.tail === undefined ? [] : [one]));

/** True where a plan still has what this tail takes over of it; of a tail of earlier logs that is not known. */
export function standsOn({ tailRelease }: Proposal, ground: Ground): boolean {
  const footing = tailRelease?.footing;
  return footing !== undefined && digestOf(partsIn(ground, footing)) === footing.digest;
}

const MAX_NAMED = 6;

/** What of the plan that tails take over is another one in the next version, by name; undefined where they stand as before. */
export function changedFooting(
  tails: readonly Proposal[],
  before: Ground,
  after: Ground,
): { agents: string[]; tasks: string[] } | undefined {
  const changed = tails.filter((one) => !standsOn(one, after));
  if (changed.length === 0) return;
  const named = changed.flatMap(({ tailRelease }) => tailRelease?.footing ?? []);
  const differing = (kind: "agents" | "tasks", all: string[]) => {
    const names = new Set(named.flatMap((footing) => footing[kind] ?? all));
    const only = (name: string): Parts =>
      kind === "agents" ? { agents: [name], tasks: [] } : { agents: [], tasks: [name] };
    const digest = (ground: Ground, name: string) => digestOf(partsIn(ground, only(name)));
    return [...names].filter((name) => digest(before, name) !== digest(after, name)).slice(0, MAX_NAMED);
  };
  return {
    agents: differing("agents", Object.keys({ ...before.agents, ...after.agents })),
    tasks: differing(
      "tasks",
      [...before.tasks, ...after.tasks].map(({ id }) => id),
    ),
  };
}
