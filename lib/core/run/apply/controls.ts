import { canonicalJson } from "../../json";
import { getOwn, setOwn } from "../../own";
import type { StoredTask } from "../../plan/stored";
import { actingTasks } from "../controls/changes/beside";
import { carryChecks, heldChecksOf } from "../controls/changes/checks";
import { checkedTasks } from "../controls/changes/checks-over";
import { exposedByPolicy, type HeldPolicy, heldPoliciesOf } from "../controls/changes/policies";
import { obligationOfForgone, obligationOfWaived } from "../controls/changes/waived-checks";
import { waiversOf, weakenedBy } from "../controls/changes/weakened";
import {
  isOfPlan,
  type Obligation,
  obligationId,
  obligationsOf,
  obligationsOfDecided,
  type Release,
} from "../controls/obligations";
import { noteMeasures } from "../controls/release/noted-measures";
import {
  approvalByAuthor,
  approvalCarriedOn,
  approvalOf,
  approvalOfChange,
  type PlanApproval,
  toolsThen,
} from "../controls/release/plan-approval";
import { endedAmong, planInForce, releaseRecord } from "../controls/release/release";
import { silentControls } from "../controls/release/silence";
import { tailDigest } from "../controls/release/tails";
import { CHECKS_CONTROL, policyControl } from "../controls/terms/names";
import { type ControlTerms, controlTerms, decidedTerms } from "../controls/terms/terms";
import { answerWork, workUpTo } from "../controls/work";
import type { EventOf } from "../events";
import type { ActorRef } from "../events/envelope";
import type { ApprovalState, RunState, TaskState } from "../state";
import { tasksInForce } from "../state/in-force";

/**
 * What the version's controls hold back, unless those of an earlier version hold back just the same. What it does without
 * earlier controls by leave of their people may act, as long as nothing before it changes.
 */
export function addObligations(state: RunState, { payload }: EventOf<"plan_version_adopted">): void {
  const { version, reach, waives = [], patch } = payload;
  const { settings } = state;
  const { agents } = patch;
  const tasks = tasksInForce(state);
  dropLapsed(state, tasks);
  if (waives.length > 0) {
    const waived = weakenedBy(state, { tasks, reach, agents }).filter(({ obligation }) =>
      waives.includes(obligation.control),
    );
    const ofPeople = waived.filter(({ obligation }) => obligation.guarded.length > 0);
    const then = { version, tasks, ...toolsThen(state, payload) };
    // One gate asks about all reviews that people decided.
    for (const one of ofPeople)
      for (const waiver of waiversOf([one], then))
        addRelease(state, waiver, waivedAt(state, one.obligation.control));
    freeOfPolicies(state, { version, tasks, reach, agents }, waives);
  }
  holdPolicies(state, { version, tasks, reach, agents });
  const isPeoples = state.planSettled !== undefined;
  holdBack(state, obligationsOf({ version, tasks, reach, settings, isPeoples }));
}

/**
 * Leave to act ends with the version that does the work otherwise: brought back by a later one it is asked about, since in the
 * meantime nobody needed leave for what flows into it. A plan that people let run takes leave throughout.
 */
function dropLapsed(state: RunState, tasks: readonly StoredTask[]): void {
  const standing = new Set(workUpTo(tasks).values());
  state.releases = state.releases.map((release) => {
    if (isOfPlan(release)) return release;
    const answer = answerWork(tasks, release.from === "control" ? release.control : undefined);
    return { ...release, work: release.work.filter((one) => one === answer || standing.has(one)) };
  });
}

/** All checks of a version are people's when a person wrote it or approved it; a model's keeps theirs, where it has not been let do without. */
export function holdChecks(state: RunState, by: Parameters<typeof noteMeasures>[1]): void {
  noteMeasures(state, by);
  const tasks = tasksInForce(state);
  state.heldChecks =
    by !== "model"
      ? heldChecksOf(tasks, state.reach, state.settings)
      : carryChecks(state.heldChecks, tasks, checkedTasks(state), state.settings).carried.map(
          ({ now }) => now,
        );
}

/**
 * Silence lets act what the run began with and what people who may review wrote or approved since, and nothing else; behind a control
 * that was refused, or behind which something stood `unseen` before they wrote, it lets nothing else act (docs/engine.md, "Deadlines").
 */
export function noteSilentLeave(state: RunState, unseen: ReadonlySet<string> = new Set()): void {
  const refused = new Set(
    state.obligations.flatMap(({ control, refused }) =>
      refused ? (getOwn(state.tasks, control)?.spec.lineage ?? []) : [],
    ),
  );
  const known = state.silentLeave;
  state.silentLeave = {};
  for (const { task, acts } of silentControls(state)) {
    const leave = unseen.has(task.lineage) ? getOwn(known, task.lineage) : acts;
    if (leave && !refused.has(task.lineage)) setOwn(state.silentLeave, task.lineage, leave);
  }
}

/**
 * Before the version comes into force: what checks of people held back that it does without is let act as people were shown it, and
 * asks where it is another then.
 */
export function recordWaivedChecks(state: RunState, { payload }: EventOf<"plan_version_adopted">): void {
  const given = { ...toolsThen(state, payload), ...waivedAt(state, CHECKS_CONTROL) };
  letActAsShown(state, obligationOfWaived(state, payload), given);
}

/** The same where somebody did without the check of this task by their own hand: they gave its result, let it pass or skipped it. */
export const recordForgoneCheck = (state: RunState, { id }: TaskState, by: ActorRef): void =>
  letActAsShown(state, obligationOfForgone(state, id), passedBy(by));

function letActAsShown(state: RunState, held: Obligation | undefined, given: Given): void {
  if (!held) return;
  const { control, terms, version, guarded } = held;
  const asKnown = canonicalJson(held);
  if (!state.obligations.some((one) => canonicalJson(one) === asKnown)) state.obligations.push(held);
  const work = guarded.map((one) => one.work);
  addRelease(state, { control, from: "start", version, terms, work }, given);
}

/** One approval serves one run, a word that did without a check too: what was passed has to be passed in a fork as well. */
export function forgetReleases(state: RunState): void {
  state.releases = [];
}

type Version = Parameters<typeof heldPoliciesOf>[0];

/** What people let use its tools under less than a policy may do so, as long as it stays the same work. */
function freeOfPolicies(state: RunState, next: Version, waives: readonly string[]): void {
  const ended = endedAmong(state, next.tasks);
  for (const held of state.heldPolicies) {
    if (!waives.includes(policyControl(held.agent))) continue;
    const waived = exposedByPolicy(next, held, ended).map(({ id }) => workUpTo(next.tasks).get(id) as string);
    held.waived = [...held.waived, ...waived];
  }
}

function holdPolicies(state: RunState, next: Version): void {
  const sameAs = ({ version: _version, waived: _waived, ...held }: HeldPolicy) => canonicalJson(held);
  const known = new Set(state.heldPolicies.map(sameAs));
  state.heldPolicies.push(...heldPoliciesOf(next).filter((held) => !known.has(sameAs(held))));
}

/** People have passed a control, by their answer at a gate or without one: what it sets free as the plan is now may act. */
export function recordRelease(state: RunState, { spec }: TaskState, passed: Passed = {}): void {
  const { decided } = getOwn(state.approvals, passed.approvalId ?? "") ?? {};
  const isEdited = decided?.verb === "edit";
  addRelease(state, releaseRecord(planInForce(state), state.planVersion, spec, { isEdited }), passed);
}

/** The gate at which people last let a version do without this control. */
function waivedAt({ approvals }: RunState, control: string): Passed {
  const gates = Object.values(approvals).filter(({ kind, decided }) => kind === "control_waiver" && decided);
  const last = gates.findLast(({ subject }) => subject?.control === control);
  return last ? { approvalId: last.approvalId } : {};
}

/** By which gate people passed a control, or who did without one. */
type Passed = Partial<Pick<Release, "approvalId" | "by">>;
type Given = Passed & Partial<Pick<Release, "tools" | "models" | "at">>;

export const passedBy = (actor: ActorRef): Passed => (actor.kind === "person" ? { by: actor.id } : {});

/** So have people who decided a review, whatever had them asked: from then on it holds back all else that is behind it. */
export function recordDecided(state: RunState, task: TaskState, passed: Passed = {}): void {
  const { spec } = task;
  if (controlTerms(spec, state.settings)) return recordRelease(state, task, passed);
  const terms = decidedTerms(spec, state.settings) as ControlTerms;
  const held = heldByDecided(state, spec, terms);
  if (held.length === 0) return;
  holdBack(state, held);
  addRelease(state, releaseRecord(planInForce(state), state.planVersion, spec, { terms }), passed);
}

const inForce = (state: RunState) => ({
  version: state.planVersion,
  tasks: tasksInForce(state),
  reach: state.reach,
  isPeoples: state.planSettled !== undefined,
});

const heldByDecided = (state: RunState, spec: TaskState["spec"], terms: ControlTerms): Obligation[] =>
  obligationsOfDecided(inForce(state), spec, terms);

/** People are asked about a review that nothing had asked them about: from then on it holds back what is behind it. */
export function recordAsked(state: RunState, { spec }: TaskState): void {
  if (controlTerms(spec, state.settings)) return;
  const terms = decidedTerms(spec, state.settings);
  if (terms) holdBack(state, heldByDecided(state, spec, terms));
}

/** Adds what is held back, unless an earlier version holds it back just the same. */
function holdBack(state: RunState, obligations: readonly Obligation[]): void {
  const asKnown = ({ version: _version, ...same }: Obligation) => canonicalJson(same);
  const known = new Set(state.obligations.map(asKnown));
  const added = obligations.filter((one) => !known.has(asKnown(one)));
  if (added.length === 0) return;
  state.obligations.push(...added);
  const { tasks, reach } = inForce(state);
  state.actingTasks[state.planVersion] ??= actingTasks({ tasks, agents: state.agents, reach });
}

/**
 * A tail that people decided on, as it was when they did, is let pass at the reviews that they had decided before: those hold
 * back what nobody was shown. Under four eyes it asks all the same.
 */
export function recordDecidedTail(state: RunState, before: readonly StoredTask[]): void {
  const { planVersion: version, settings, replan } = state;
  const { decided, released, taskId } = replan?.cause ?? {};
  const held = state.obligations.filter((one) => one.decided === true);
  if (held.length === 0 || decided?.kind !== "person" || released === undefined || settings.fourEyes) return;
  const known = new Set(before.map(({ id }) => id));
  const added = new Set(tasksInForce(state).flatMap(({ id }) => (known.has(id) ? [] : id)));
  if (tailDigest({ plan: planInForce(state), review: taskId, added }) !== released) return;
  const leading = workUpTo(tasksInForce(state));
  const work = [...added].map((id) => leading.get(id) as string);
  const passed = held.map(({ control, terms }) => ({
    control,
    from: "control" as const,
    version,
    terms,
    work,
  }));
  state.releases.push(...passed.map((one) => ({ ...one, ...toolsThen(state) })));
}

function addRelease(state: RunState, release: Release | undefined, passed: Given): void {
  if (release) state.releases.push({ ...toolsThen(state), ...release, ...passed });
}

/** People have let the plan in force run, at a gate or with a version of their own. */
export const recordPlanApproval = (state: RunState, approvalId?: string): void =>
  holdToApproval(state, approvalOf(state, approvalId));

/** People let a version of a model pass, at this gate where they were asked at one. */
export type Leave = { gate: ApprovalState | undefined };

/**
 * What a new version makes of what people let run in the one before, of the tasks in `before`: they let it pass, or it is a person's,
 * or a model changed the plan by itself. Who lets something of a version act has approved a plan.
 */
export function carryPlanApproval(
  state: RunState,
  before: readonly StoredTask[],
  leave: Leave | undefined,
  byPerson: boolean,
): void {
  if (!leave && !state.obligations.some(isOfPlan)) return;
  if (!leave) return holdToApproval(state, (byPerson ? approvalByAuthor : approvalCarriedOn)(state, before));
  const { approvalId, decided } = leave.gate ?? {};
  const approval = approvalOfChange(state, before, approvalId);
  holdToApproval(state, approval);
  const acts = approval.obligations.some(({ guarded }) => guarded.some(({ reach }) => reach.length > 0));
  if (acts && (decided?.provenance ?? "person") === "person") state.planSettled = "approved";
}

function holdToApproval(state: RunState, { obligations, releases }: PlanApproval): void {
  state.obligations.push(...obligations);
  state.releases.push(...releases);
}

/** People of a review want another plan: it asks no more. */
export function recordReplanned({ obligations }: RunState, control: string): void {
  for (const one of obligations) if (one.control === control) one.replanned = true;
}

/** A control whose people end the run early has let the answer pass, and nothing else. */
export function recordEarlyEnd(state: RunState, { spec }: TaskState): void {
  const release = releaseRecord(planInForce(state), state.planVersion, spec);
  if (release) state.releases.push({ ...release, work: release.work.slice(-1) });
}

/** The people of these obligations let the run end with an answer from the work as it is. */
export function recordAnswerRelease(state: RunState, { obligations = [] }: ApprovalState): void {
  const { planVersion: version } = state;
  const work = [answerWork(tasksInForce(state))];
  const met = state.obligations.filter((one) => obligations.includes(obligationId(one)));
  state.releases.push(
    ...met.map(({ control, terms }) => ({ control, from: "start" as const, version, terms, work })),
  );
}
