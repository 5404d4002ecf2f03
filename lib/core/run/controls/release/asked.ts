import { getOwn } from "../../../own";
import { tasksFedBy } from "../../../plan/flows";
import type { StoredTask } from "../../../plan/stored";
import { gateRow, isAboutWork } from "../../gates/table";
import type { ApprovalState, RunState } from "../../state";
import { tasksInForce } from "../../state/in-force";
import { taskOf } from "../../state/ready";
import { isTerminalTask } from "../../status";
import { freedWithout, type WeakenedControl, weakenedBy } from "../changes/weakened";
import type { CheckOtherwise } from "../changes/weakened-checks";
import { decidedTerms } from "../terms/terms";
import { workUpTo } from "../work";
import { type LeadingWork, leadingToActs } from "./leading";
import {
  acting,
  measuredOver,
  type PlanAt,
  planInForce,
  type Released,
  releaseDigest,
  releasedBy,
  releasesOver,
  versionOffered,
} from "./release";
import { tailsAt } from "./tails";

/** A question as far as it says what an answer to it sets free; that of a held decision is its review's. */
export type AskedAbout = Pick<ApprovalState, "kind" | "taskId" | "subject">;

/** Makes the question of a review's gate, as if its held decision were made by hand. */
export const heldQuestion = (task: { id: string } | undefined): AskedAbout => ({
  kind: "review_decision",
  taskId: task?.id,
});

/** All that letting a gate pass sets free (docs/engine.md, "The release"); nothing where it is about a call or a limit. */
export const releaseOfGate = (state: Readonly<RunState>, gate: AskedAbout): Released[] =>
  freedBy(state, gate).released;

/** The acts among them, and what flows into these. */
export function leadingOfGate(state: Readonly<RunState>, gate: AskedAbout): LeadingWork[] {
  const { plan, released } = freedBy(state, gate);
  return leadingToActs(plan, released, isAboutWork(gate.kind) ? gate.taskId : undefined);
}

/** The checks of people that would be others, in a question about them. */
export const checksOfGate = (state: Readonly<RunState>, gate: AskedAbout): CheckOtherwise[] =>
  waivedAt(state, gate)?.checks ?? [];

/** A question that waits for people: an open gate, or a review whose decision is held, which has no gate. */
export type OpenQuestion = AskedAbout &
  Partial<Pick<ApprovalState, "approvalId" | "assignees" | "fourEyes" | "quorum" | "handedOn" | "openedAt">>;

/** Everything that people are asked about and that may let something act: open gates, and reviews whose decision is held. */
export function openQuestions(state: Readonly<RunState>): OpenQuestion[] {
  const held = Object.keys(state.held).map((id) => heldQuestion({ id }));
  return [...openGates(state), ...held];
}

const openGates = (state: Readonly<RunState>): ApprovalState[] =>
  Object.keys(state.openApprovals).flatMap((approvalId) => getOwn(state.approvals, approvalId) ?? []);

/** The terms of all who are being asked about a version that is held back: whatever closes their question answers it. */
export const offerTerms = (state: Readonly<RunState>): AskedTerms[] =>
  openGates(state).flatMap((gate) => (gateRow(gate.kind).aboutOffer ? (termsOf(state, gate) ?? []) : []));

/** Those that show what an ended task came to among what their acts read, or are about a tail that takes it over. */
export const questionsListing = (state: Readonly<RunState>, taskId: string): OpenQuestion[] =>
  openQuestions(state).filter(
    (question) =>
      leadingOfGate(state, question).some(({ task, ended }) => ended && task.id === taskId) ||
      flowsIntoTail(state, question, taskId),
  );

/** Those whose acts are still to read what this task, at work or to come, gives. */
export const questionsFedBy = (state: Readonly<RunState>, taskId: string): OpenQuestion[] =>
  openQuestions(state).filter((question) => openWorkAt(state, question).some(({ id }) => id === taskId));

/** Those whose answer sets something else free in a state that somebody's hand leads to. */
export const questionsReleasing = (state: Readonly<RunState>, after: Readonly<RunState>): OpenQuestion[] =>
  openQuestions(state).filter((question) => {
    const [was, is] = [state, after].map((one) => {
      const { plan, released } = freedBy(one, question);
      return releaseDigest(plan, released);
    });
    return was !== is;
  });

/** The work still to be done that a question lists, and that a tail builds on which is proposed there. */
export function openWorkAt(state: Readonly<RunState>, question: AskedAbout): StoredTask[] {
  const listed = leadingOfGate(state, question).flatMap(({ task, ended }) => (ended ? [] : [task]));
  const beside = tasksInForce(state).filter(
    ({ id }) =>
      id !== question.taskId &&
      !isTerminalTask(taskOf(state, id).status) &&
      flowsIntoTail(state, question, id),
  );
  return [...listed, ...beside];
}

/** Terms under which people are asked, about a plan or about work of the one in force. */
type AskedTerms = { assignees: string[]; quorum: number; fourEyes: boolean; isOfPlan?: true };

/**
 * The terms of all who are being asked whether something may act that rests on this task, in the plan in force or in what is offered:
 * what stands beside their question, or comes to it since, is not among what they are shown.
 */
export const askedOver = (state: Readonly<RunState>, taskId: string): AskedTerms[] =>
  questionsOver(state, taskId).flatMap((question) => termsOf(state, question) ?? []);

/** Those questions: something may act by their answer that rests on the task. */
export const questionsOver = (state: Readonly<RunState>, taskId: string): OpenQuestion[] =>
  openQuestions(state).filter((question) => {
    const { plan, released } = freedWith(state, question);
    const fed = tasksFedBy(plan.tasks, taskId);
    const rests = acting(released).some(({ task: { id } }) => id === taskId || fed.has(id));
    return rests || flowsIntoTail(state, question, taskId);
  });

/** True where people let something act that rests on a task, are asked about it, or a control asks by what it comes to. */
export const restsOn = (state: Readonly<RunState>, taskId: string): boolean =>
  [releasesOver, askedOver, measuredOver].some((over) => over(state, taskId).length > 0);

function termsOf(state: Readonly<RunState>, question: OpenQuestion): AskedTerms | undefined {
  const { kind, taskId = "", assignees = [], quorum = 1, fourEyes = false } = question;
  if (!isAboutWork(kind)) return { assignees, quorum, fourEyes, isOfPlan: true };
  const control = getOwn(state.tasks, taskId)?.spec;
  return control && decidedTerms(control, state.settings);
}

/**
 * True where what a task comes to may flow into a tail that is proposed at a review and acts: the tail waits for it or does it again,
 * directly or through others, or the review hands it on.
 */
function flowsIntoTail(
  state: Readonly<RunState>,
  { kind, taskId = "" }: AskedAbout,
  source: string,
): boolean {
  const review = kind === "review_decision" ? getOwn(state.tasks, taskId) : undefined;
  const acts = tailsAt(review ?? {}).filter(({ tailRelease }) => tailRelease?.acts.length !== 0);
  if (acts.length === 0) return false;
  const fed = tasksFedBy(tasksInForce(state), source);
  const isNamed = (id: string) => id === source || fed.has(id);
  return (
    isNamed(taskId) || acts.some(({ tailRelease }) => tailRelease?.footing?.tasks?.some(isNamed) ?? true)
  );
}

type Freed = { plan: PlanAt; released: Released[] };

/** The same of a version that weakens a control: what would stand behind less, and whatever acts in it, since all stands still until then. */
function freedBy(state: Readonly<RunState>, question: AskedAbout): Freed {
  const all = freedWith(state, question);
  if (question.kind !== "control_waiver") return all;
  const asked = waivedAt(state, question);
  if (!asked) return { ...all, released: [] };
  const ids = new Set([...freedWithout(asked, all.plan), ...acting(all.released)].map(({ task }) => task.id));
  return { ...all, released: all.released.filter(({ task }) => ids.has(task.id)) };
}

/** What the version weakens of the control whose people are asked about it. */
function waivedAt(state: Readonly<RunState>, { kind, subject }: AskedAbout): WeakenedControl | undefined {
  const { offered } = state;
  if (kind !== "control_waiver" || !offered) return;
  const { patch, reach } = offered;
  const { tasks } = versionOffered(state, offered);
  const waived = weakenedBy(state, { tasks, reach, agents: patch.agents });
  return waived.find(({ obligation }) => obligation.control === subject?.control);
}

/** What an answer sets free; of a version that weakens a control all of it, since it takes effect as a whole. */
function freedWith(state: Readonly<RunState>, { kind, taskId }: AskedAbout): Freed {
  const plan = planInForce(state);
  if (isAboutWork(kind)) return { plan, released: taskId === undefined ? [] : releasedBy(plan, taskId) };
  if (kind === "plan_approval") return { plan, released: releasedBy(plan) };
  if (kind === "plan_refinement") return freedByRefinement(state, plan);
  if (!state.offered || !gateRow(kind).aboutOffer) return { plan, released: [] };
  const next = versionOffered(state, state.offered);
  return { plan: next, released: releasedBy(next) };
}

/** All that it sets free and the plan in force does not, and the acts that would do without the work that it skips. */
function freedByRefinement(state: Readonly<RunState>, inForce: PlanAt): Freed {
  const { plan: offered, skipped = [] } = state.refinements?.offered ?? {};
  const plan = offered ? versionOffered(state, offered) : inForce;
  const freed = offered ? newlyFreed(inForce, plan) : [];
  const known = new Set(freed.map(({ task }) => task.id));
  const resting = actsRestingOn(
    plan,
    skipped.map(({ taskId }) => taskId),
  );
  return { plan, released: [...freed, ...resting.filter(({ task }) => !known.has(task.id))] };
}

/** The acts among all that a plan sets free by itself that rest on one of these tasks. */
export function actsRestingOn(plan: PlanAt, taskIds: readonly string[]): Released[] {
  const fed = taskIds.map((id) => tasksFedBy(plan.tasks, id));
  return acting(releasedBy(plan)).filter(({ task: { id } }) => fed.some((one) => one.has(id)));
}

/** What a version sets free by itself that the plan in force does not. */
function newlyFreed(inForce: PlanAt, plan: PlanAt): Released[] {
  const [before, after] = [inForce, plan].map((one) => {
    const work = workUpTo(one.tasks);
    return releasedBy(one).map((released) => ({
      released,
      key: [work.get(released.task.id), ...released.tools].join(" "),
    }));
  }) as [Named[], Named[]];
  const left = before.map(({ key }) => key);
  return after.flatMap(({ released, key }) => {
    const known = left.indexOf(key);
    if (known < 0) return [released];
    left.splice(known, 1);
    return [];
  });
}

type Named = { released: Released; key: string };
