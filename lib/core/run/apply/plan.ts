import { canonicalJson } from "../../json";
import { assignOwn, getOwn, setOwn } from "../../own";
import { remainingPath } from "../../plan/graph";
import type { StoredTask } from "../../plan/stored";
import { controlsUnseen, controlsWithDeadline } from "../controls/release/silence";
import { noteTold } from "../controls/release/told";
import { CHECKS_CONTROL, PLAN_CONTROL } from "../controls/terms/names";
import type { EventOf } from "../events";
import type { ActorRef } from "../events/envelope";
import { bindGivenReviews } from "../gates/given";
import type { ApprovalKind } from "../gates/table";
import { gateOfTail, isDecidedTail } from "../replans/decided-tail";
import type { ApprovalState, CritiqueState, RunState, TaskState, WorkAuthor } from "../state";
import { indexPending } from "../state/dependencies";
import { tasksInForce } from "../state/in-force";
import { taskOf } from "../state/ready";
import { countTasks } from "../state/totals";
import { dropVotesOfAuthors } from "./approvals";
import {
  addObligations,
  carryPlanApproval,
  holdChecks,
  type Leave,
  noteSilentLeave,
  recordDecidedTail,
  recordWaivedChecks,
} from "./controls";
import { closeAttempt } from "./mission";
import { applyOfferedTools } from "./offers";
import { recordAdoptedVersion } from "./replan-history";
import { clearTaskWork } from "./tasks";
import type { Touched } from "./touched";
import { wroteAlong } from "./wishers";

/** Takes a plan version into force: open tasks it drops are superseded, new ones come, the rest stays as it is. */
export function applyAdoption(
  state: RunState,
  event: EventOf<"plan_version_adopted">,
  touched: Touched,
): void {
  const { version, digest, patch, origin } = event.payload;
  const before = tasksInForce(state);
  const unseen = controlsUnseen(state);
  if (event.payload.waives?.includes(CHECKS_CONTROL)) recordWaivedChecks(state, event);
  recordAdoptedVersion(state, event);
  state.planVersion = version;
  state.planTitle = patch.title;
  if (patch.objective === undefined) delete state.planObjective;
  else state.planObjective = patch.objective;
  const isApproved = state.offered?.controls.includes(PLAN_CONTROL) ?? false;
  const leave = leaveFor(state, event.payload, isApproved);
  delete state.planFeedback;
  delete state.planRound;
  delete state.offered;
  delete state.redrafts;
  if (state.unapproved === "version") delete state.unapproved;
  const author = event.actor.kind === "person" ? event.actor : state.replan?.cause.tailBy;
  // A refinement leaves most of the plan as its author wrote it.
  if (author) {
    state.planAuthor = author;
    dropVotesOfAuthors(state);
    state.planSettled ??= "written";
  } else if (origin !== "refinement") delete state.planAuthor;
  state.planDigest = digest;
  setOwn(state.planDigests, digest, version);
  state.agents = {};
  assignOwn(state.agents, patch.agents);
  touched.plan = true;
  for (const id of patch.removed) supersede(state, taskOf(state, id), event.at, touched);
  for (const spec of patch.tasks) {
    const known = getOwn(state.tasks, spec.id);
    // A plan that is redrafted may take up what an earlier draft dropped; nothing of it has run.
    if (known && known.status !== "superseded") known.spec = spec;
    else setOwn(state.tasks, spec.id, newTask(spec, version));
    touched.tasks.add(spec.id);
  }
  state.order = patch.order;
  const wishers = wroteAlong(state, event);
  recordWorkAuthors(state, patch.tasks, author, wishers);
  if (state.workAuthors) dropVotesOfAuthors(state);
  takeReach(state, event.payload);
  addObligations(state, event);
  // A model wrote another tail than the person's.
  const isRewritten = event.actor.kind !== "person" && origin === "replan";
  const isWritten = author !== undefined && !isRewritten;
  const by = isApproved ? "approval" : isWritten ? "writer" : "model";
  holdChecks(state, by);
  const isFirst = state.phase !== "executing" && state.iteration === undefined;
  if (isApproved || (isFirst && isWritten)) noteSilentLeave(state);
  else if (isFirst) noteSilentLeave(state, controlsWithDeadline(state));
  else if (event.payload.mayReview) noteSilentLeave(state, unseen);
  // What people wrote or approved counts as it stands in the plan; an attempt at work is held to what stands beside it.
  for (const id of by === "model" ? [] : patch.order)
    if (getOwn(state.active, id) === undefined) delete taskOf(state, id).repaired;
  carryPlanApproval(state, before, leave, isWritten);
  if (origin === "review") recordDecidedTail(state, before);
  clearAnsweredFailures(state, origin === "person");
  rebuildIndexes(state);
  bindGivenReviews(state);
}

/** The leave of people for exactly this version of a model, or for the tail that it is made of; undefined where they gave none. */
function leaveFor(
  state: RunState,
  { origin, patch, reach, tools }: EventOf<"plan_version_adopted">["payload"],
  isApproved: boolean,
): Leave | undefined {
  const { refinements, replan } = state;
  if (isApproved) return { gate: lastAnswered(state, "plan_change") };
  if (origin === "refinement" && refinements?.offered?.approved)
    return { gate: lastAnswered(state, "plan_refinement") };
  if (origin !== "review" || !replan || replan.cause.tailBy !== undefined) return;
  const { cause } = replan;
  const written = { plan: { patch, reach, tools }, tail: cause.tail };
  return isDecidedTail(state, cause, written) ? { gate: gateOfTail(state, cause) } : undefined;
}

/** The gate of this kind that people answered last. */
const lastAnswered = ({ approvals }: RunState, kind: ApprovalKind): ApprovalState | undefined =>
  Object.values(approvals).findLast((gate) => gate.kind === kind && gate.decided);

/**
 * Who wrote work, or said to a model what it shall be, stays its author as long as a version has it or what descends from it, also where
 * somebody else wrote that version. A model had all of that before it: what it writes then is theirs, too, however it calls it.
 */
function recordWorkAuthors(
  state: RunState,
  written: readonly StoredTask[],
  author: ActorRef | undefined,
  wishers: readonly ActorRef[],
): void {
  const specs = tasksInForce(state);
  const work = new Set(specs.map(({ workDigest }) => workDigest));
  const lineages = new Set(specs.map(({ lineage }) => lineage));
  const isCarriedOn = (one: WorkAuthor) =>
    one.work.some((digest) => work.has(digest)) || one.lineages.some((lineage) => lineages.has(lineage));
  const theirs = {
    work: written.map(({ workDigest }) => workDigest),
    lineages: written.map(({ lineage }) => lineage),
  };
  // Who starts a run from a template did not write what it begins with.
  const { authors: writers = [] } = (state.planVersion === 1 && state.template) || {};
  const known = state.workAuthors ?? [];
  const own = [author, ...writers].flatMap((by): WorkAuthor[] => (by ? [{ by, ...theirs }] : []));
  const before = author ? [] : known.map(({ by }) => by);
  const people = new Map([...wishers, ...before].map((by) => [canonicalJson(by), by]));
  const wished = [...people.values()].map((by): WorkAuthor => ({ by, ...theirs, wished: true }));
  const all = [...known, ...own, ...wished].filter(isCarriedOn);
  if (all.length > 0) state.workAuthors = all;
  else delete state.workAuthors;
}

/** Of a version that came without the facts nothing is known, whatever was known of the one before. */
function takeReach(
  state: RunState,
  { reach, tools, models }: EventOf<"plan_version_adopted">["payload"],
): void {
  if (reach) state.reach = reach;
  else delete state.reach;
  if (tools) state.toolMarks = tools;
  else delete state.toolMarks;
  if (models) state.modelMarks = models;
  else delete state.modelMarks;
  state.rulesSince = state.seq;
  noteTold(state);
}

export function applyToolsChanged(state: RunState, { payload }: EventOf<"tools_changed">): void {
  const { reach, tools, offered } = payload;
  if (reach) state.reach = reach;
  if (tools) state.toolMarks = tools;
  state.rulesSince = state.seq;
  noteTold(state);
  if (offered) applyOfferedTools(state, offered);
}

/** The new plan answers the failures it was written for; a person's, who saw them all, answers every one. */
function clearAnsweredFailures(state: RunState, all: boolean): void {
  for (const taskId of all ? Object.keys(state.openFailures) : (state.replan?.covers ?? [])) {
    delete state.openFailures[taskId];
  }
  if (!all) return;
  delete state.halt;
  delete state.replanWanted;
}

function newTask(spec: TaskState["spec"], version: number): TaskState {
  return {
    id: spec.id,
    spec,
    order: 0,
    status: "pending",
    attempt: 0,
    attempts: [],
    unmet: 0,
    sinceVersion: version,
  };
}

function supersede(state: RunState, task: TaskState, at: number, touched: Touched): void {
  closeAttempt(task, "aborted", at);
  task.status = "superseded";
  task.endedAt = at;
  clearTaskWork(state, task.id);
  touched.tasks.add(task.id);
}

/** Computes every index of the plan again: once per version, in time linear in its tasks and edges. */
function rebuildIndexes(state: RunState): void {
  const specs = tasksInForce(state);
  state.dependents = {};
  state.remainingPath = Object.fromEntries(remainingPath(specs));
  state.ready = [];
  state.blockedTasks = [];
  for (const [order, spec] of specs.entries()) {
    const task = taskOf(state, spec.id);
    task.order = order;
    for (const id of spec.dependsOn) {
      const list = getOwn(state.dependents, id);
      if (list) list.push(spec.id);
      else setOwn(state.dependents, id, [spec.id]);
    }
  }
  state.taskTotals = countTasks(state);
  for (const id of state.order) indexPending(state, taskOf(state, id));
}

export function applyCritique(state: RunState, event: EventOf<"plan_critiqued">): void {
  const { version, ...critique } = event.payload;
  state.critiques[version] = { ...critique, verdicts: {} };
}

/** A later verdict replaces an earlier one; the events keep both. */
export function applyFindingReviewed(state: RunState, event: EventOf<"finding_reviewed">): void {
  const { version, findingKey, verdict, reason } = event.payload;
  const { verdicts } = state.critiques[version] as CritiqueState;
  setOwn(verdicts, findingKey, { verdict, reason, by: event.actor, at: event.at });
}
