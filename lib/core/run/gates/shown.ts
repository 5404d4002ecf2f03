import { digestOf } from "../../bytes";
import type { Json } from "../../json";
import type { StoredValue } from "../../stored-value";
import { factsOfRelease, factsOfReleased } from "../controls/release/facts";
import { type PlanAt, planInForce, type Released, releasedBy } from "../controls/release/release";
import { proposalOf } from "../effects/reviewers";
import type { Question } from "../events/questions";
import type { SimpleReason } from "../events/reason";
import type { ReleaseFacts } from "../events/release";
import type { Proposal } from "../events/reviews";
import type { RunSettings } from "../settings";
import type { RunState, TaskState } from "../state";
import { type ApprovalKind, type GateVerb, verbsOfKind } from "./table";

/** What people are shown of a question of their own, apart from what its passing sets free. */
type Shown = {
  kind: ApprovalKind;
  prompt?: string;
  question?: Question;
  verbs: readonly GateVerb[];
  subject?: Record<string, string | number>;
  shown?: StoredValue;
  /** What an answer decides on beside what is shown, by digest. */
  decidesOn?: Json;
};

export function shownDigest({ kind, prompt, question, verbs, subject, shown, decidesOn }: Shown): string {
  return digestOf([
    kind,
    prompt ?? null,
    question ?? null,
    [...verbs],
    subject ?? null,
    shown?.digest ?? null,
    ...(decidesOn === undefined ? [] : [decidesOn]),
  ]);
}

/**
 * What is shown, what its passing sets free, and what ended work gives that, under one name: none is approved with another of
 * the others.
 */
export const boundDigest = (shown: string, release: ReleaseFacts | undefined): string =>
  release
    ? digestOf([shown, release.digest, ...(release.cameTo === undefined ? [] : [release.cameTo])])
    : shown;

/** The same of a question about a plan: what it says of it, and what the plan sets free with its tools as they are. */
export const planBound = (
  shown: string,
  plan: PlanAt,
  released: readonly Released[] = releasedBy(plan),
): string => boundDigest(shown, factsOfReleased(plan, released));

/** Settings of a run that govern all that people let pass: its constraints, and the models that it has chosen. */
export const governing = ({ constraints, models }: Pick<RunSettings, "constraints" | "models">): Json =>
  Object.keys(models).length === 0 ? constraints : [constraints, models];

/**
 * Names for one run what people are shown there: beside the question its mission and files, which agents are given, and what
 * governs it. Everything by which something passes is bound so.
 */
export function boundTo(
  {
    runId,
    mission,
    settings,
    attachments = [],
  }: Pick<RunState, "runId" | "mission" | "settings" | "attachments">,
  digest: string,
): string {
  const files = attachments.map(({ name, mediaType, bytes, digest }) => [name, mediaType, bytes, digest]);
  return digestOf([runId, mission, governing(settings), files, digest]);
}

/** What is judged at a review: the proposal put forward, and those of several reviewers. */
export type Judged = {
  proposal?: Proposal | undefined;
  votes?: { reviewer?: string; proposal?: Proposal; problem?: SimpleReason }[];
};

/** What a review asks people: what it proposes and all of why, which comes to be its result, or why it proposes nothing. */
export function reviewQuestion(
  { spec }: TaskState,
  proposal: Proposal | undefined,
  problem: SimpleReason | undefined,
  consensus: TaskState["consensus"],
): Question {
  const about = { about: "review" as const, title: spec.title, ...(consensus && { consensus }) };
  if (!proposal) return { ...about, ...(problem && { problem }) };
  const { decision, reasoning } = proposal;
  return { ...about, decision, reasoning };
}

/**
 * What the answer to a review would take up beside its question: the tail with what it sets free, the result, and all that
 * the reviewers say at it.
 */
export function reviewDecidesOn(judged: Judged): Json {
  const { tail, tailRelease } = proposalOf(judged, "REPLAN") ?? {};
  const { finalResult } = proposalOf(judged, "COMPLETE") ?? {};
  const { proposal, votes = [] } = judged;
  const said = votes.map(({ reviewer = null, problem = null, ...vote }) => [
    ...[reviewer, problem],
    wordsOf(vote.proposal),
  ]);
  return [
    ...[tail ?? null, tailRelease?.digest ?? null, finalResult?.digest ?? null],
    ...[wordsOf(proposal), said],
  ];
}

/** All words of a proposal: its answers to the questions of the plan, and what it finds otherwise than expected, too. */
function wordsOf(proposal: Proposal | undefined): Json {
  if (!proposal) return null;
  const { tail: _tail, tailRelease: _release, finalResult: _final, ...words } = proposal;
  return words;
}

/**
 * Names a held decision as it is shown, like the gate that it would be if it were decided by hand: what is proposed and
 * why, its tail, and what either sets free. Who overrides it says by this what they saw.
 */
export function heldDigest(state: RunState, task: TaskState): string {
  const shown = shownDigest({
    kind: "review_decision",
    question: reviewQuestion(task, task.proposal, undefined, task.consensus),
    verbs: verbsOfKind("review_decision"),
    decidesOn: reviewDecidesOn(task),
  });
  return boundTo(state, boundDigest(shown, factsOfRelease(planInForce(state), task.id)));
}
