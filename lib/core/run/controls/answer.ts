import { isSameJson } from "../../json";
import { getOwn } from "../../own";
import { reviewerNamed } from "../../people";
import { tasksFedBy } from "../../plan/flows";
import { authorsOf, bypassDenialReason } from "../gates/rules";
import type { GateVerb } from "../gates/table";
import { standings } from "../standing";
import type { RunState, TaskState } from "../state";
import { tasksInForce } from "../state/in-force";
import { type Obligation, type Release, tasksBehind } from "./obligations";
import { ANSWER } from "./terms/names";
import { shownId, weaknessesOf } from "./terms/terms";

/** The results that the run's answer rests on, in the order of the plan: those of work that nobody refused and nothing replaced. */
export function answerResults(state: Readonly<RunState>): TaskState[] {
  const standing = standings(state);
  return state.order.flatMap((id) => {
    const task = getOwn(state.tasks, id);
    const isResult = task?.status === "succeeded" && task.result && !DECISIONS.has(task.spec.type);
    return isResult && standing.get(id)?.as === "in_force" ? [task] : [];
  });
}

const DECISIONS: ReadonlySet<string> = new Set(["human_review", "planning_review"]);

/**
 * Says of what holds back the run's answer that its people need not be asked about it (docs/engine.md, "Controls"): they were,
 * and the answer rests on nothing else since, or on nothing that they would have been asked about. `isAnswered` says of a
 * release that its people still count.
 */
export function answerMetBy(
  state: RunState,
  isAnswered: (release: Release) => boolean,
): (one: Obligation) => boolean {
  const results = answerResults(state);
  const rules = [isQuestionAnswered, isPassedSince, isBesideAll];
  return (one) => rules.some((rule) => rule(state, one, results, isAnswered));
}

type Rule = (
  state: RunState,
  one: Obligation,
  results: readonly TaskState[],
  isAnswered: (release: Release) => boolean,
) => boolean;

/**
 * A question asks for values, and its answer lets nothing pass. Refused, it was answered too, where nothing that waited for the
 * values was done after all.
 */
const isQuestionAnswered: Rule = (state, one, results, isAnswered) => {
  if (one.terms.kind !== "human_review" || one.terms.form === undefined) return false;
  const lineage = lineageOf(state, one.control);
  const isPassed = state.releases.some(
    (release) =>
      release.from === "control" &&
      lineageOf(state, release.control) === lineage &&
      isAnswered(release) &&
      isByPeopleOf(state, release, one),
  );
  if (isPassed || state.parent) return isPassed;
  const guarded = guardedLineages(state, [one]);
  return isRefused(state, one, ["reject"]) && !results.some(({ spec }) => guarded.has(spec.lineage));
};

/**
 * People let a control of this lineage pass, who may let this one pass, shown what it shows; since then only work that stood
 * behind it was planned otherwise, behind it.
 */
const isPassedSince: Rule = (state, one, results, isAnswered) => {
  const tasks = tasksInForce(state);
  const inForce = new Set(tasks.map(({ id }) => id));
  const lineage = lineageOf(state, one.control);
  const shown = shownLineages(state, one.terms.shows);
  return state.releases.some((release) => {
    const { from, control, version, terms } = release;
    if (from !== "control" || !inForce.has(control) || lineageOf(state, control) !== lineage) return false;
    const shows = shownLineages(state, terms.shows);
    if (![...shown].every((id) => shows.has(id))) return false;
    if (!isAnswered(release) || !isByPeopleOf(state, release, one)) return false;
    const own = state.obligations.filter(
      (other) => other.version <= version && lineageOf(state, other.control) === lineage,
    );
    const guarded = guardedLineages(state, own);
    const behind = tasksBehind(tasks, control);
    return results.every(({ id, spec, sinceVersion }) => {
      const isWorkBehind = behind.has(id) && guarded.has(spec.lineage) && !shows.has(spec.lineage);
      return sinceVersion <= version || isWorkBehind;
    });
  });
};

/** Says that who let it pass may let this one pass, whatever both ask for. */
function isByPeopleOf(state: RunState, { terms, approvalId = "" }: Release, one: Obligation): boolean {
  if (weaknessesOf(terms, one.terms).every((weakness) => weakness === "reason")) return true;
  const by = getOwn(state.approvals, approvalId)?.decided?.by;
  if (by?.kind !== "person" || one.terms.kind !== terms.kind) return false;
  return bypassDenialReason([one.terms], authorsOf(state), reviewerNamed(by)) === undefined;
}

/** They refused, it holds back nothing that acts, and the answer has nothing that it shows or that stood behind it, or that came since. */
const isBesideAll: Rule = (state, one, results) => {
  const { control, terms, guarded, version } = one;
  if (getOwn(state.tasks, control)?.status !== "failed" || !isRefused(state, one, REFUSALS)) return false;
  if (state.parent || state.answer || guarded.some(({ reach }) => reach.length > 0)) return false;
  const tasks = tasksInForce(state);
  const behind = tasksBehind(tasks, control);
  const shown = terms.shows.map(shownId);
  const fed = shown.map((id) => tasksFedBy(tasks, id));
  const lineages = guardedLineages(state, [one]);
  return results.every(
    ({ id, spec, sinceVersion }) =>
      sinceVersion <= version &&
      !behind.has(id) &&
      !shown.includes(id) &&
      !fed.some((one) => one.has(id)) &&
      !lineages.has(spec.lineage),
  );
};

const REFUSALS: readonly GateVerb[] = ["reject", "request_changes"];

/** Somebody refused at a gate of this lineage who counts among the people of this one now. Roles are taken as that gate asked for them. */
function isRefused(state: RunState, { control, terms }: Obligation, verbs: readonly GateVerb[]): boolean {
  const lineage = lineageOf(state, control);
  return Object.values(state.approvals).some(({ kind, taskId = "", decided, assignees, handedOn }) => {
    if (kind !== "human_review" || decided?.by.kind !== "person" || !verbs.includes(decided.verb))
      return false;
    if (lineageOf(state, taskId) !== lineage) return false;
    const asked = isSameJson(assignees, terms.assignees) ? [] : terms.assignees;
    const own = { assignees: asked, fourEyes: terms.fourEyes, ...(handedOn && { handedOn }) };
    return bypassDenialReason([own], authorsOf(state), reviewerNamed(decided.by)) === undefined;
  });
}

const lineageOf = ({ tasks }: RunState, id: string): string => getOwn(tasks, id)?.spec.lineage ?? id;

const shownLineages = (state: RunState, shows: readonly string[]): Set<string> =>
  new Set(shows.map((one) => lineageOf(state, shownId(one))));

const guardedLineages = (state: RunState, obligations: readonly Obligation[]): Set<string> =>
  new Set(
    obligations.flatMap(({ guarded }) =>
      guarded.flatMap(({ taskId }) => (taskId === ANSWER ? [] : lineageOf(state, taskId))),
    ),
  );
