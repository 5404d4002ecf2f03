import { getOwn, setOwn } from "../../own";
import { rewrittenTasks } from "../../plan/compare/match";
import type { PlanPatch } from "../../plan/stored";
import type { EventOf, RunEvent } from "../events";
import type { Reason } from "../events/reason";
import { addCall, sumSpend, zeroSpend } from "../ledger/spend";
import { currentPlan, offeredPlan } from "../offered-plan";
import { statedReason } from "../reasons";
import { deciderOf } from "../replans/decider";
import type { ReplanEntry, ReplanOutcome, RunState } from "../state";
import { taskOf } from "../state/ready";

/** The history of a run's replans and iterations, kept up to date event by event (docs/engine.md, "Replan history"). */

type Moment = Pick<RunEvent, "at" | "seq">;

/** The work of the review that asked for it is part of what a replan costs. */
export function recordReplanStarted(state: RunState, event: EventOf<"replan_started">): void {
  const { number, cause } = event.payload;
  const { tail: _tail, tailBy: _by, decided: _decided, round: _round, ...facts } = cause;
  const reviewer = cause.trigger === "review" ? taskOf(state, cause.taskId as string).spent : undefined;
  state.replanHistory.push({
    kind: "replan",
    number,
    ...facts,
    decidedBy: deciderOf(cause),
    ...entryStart(state, event),
    spent: sumSpend([reviewer]),
  });
}

export function recordIterationStarted(state: RunState, event: EventOf<"iteration_started">): void {
  const { iteration: number, reason } = event.payload;
  const decidedBy = { kind: "model", name: "summarizer", provenance: "auto" } as const;
  const facts = {
    trigger: "summarizer",
    reason: statedReason(reason),
    decidedBy,
    ...entryStart(state, event),
  } as const;
  state.replanHistory.push({ kind: "iteration", number, ...facts, spent: zeroSpend() });
}

function entryStart({ planVersion }: RunState, { at, seq }: Moment) {
  return { startedAt: at, startedSeq: seq, fromVersion: planVersion, outcome: "started" as const };
}

/** Comes before the version takes effect: its changes and what they make worthless show against the state so far. */
export function recordAdoptedVersion(state: RunState, event: EventOf<"plan_version_adopted">): void {
  const { version, patch } = event.payload;
  if (!state.replan && !state.iteration) return;
  const entry = state.replanHistory.at(-1) as ReplanEntry;
  entry.toVersion = version;
  entry.changes = changesOf(state, patch);
  const dropped = new Set([...patch.removed, ...(state.replan?.covers ?? [])]);
  entry.discardedCost = sumSpend([...dropped].map((id) => taskOf(state, id).spent));
  closeEntry(entry, "adopted", event);
}

function changesOf(state: RunState, patch: PlanPatch) {
  const { tasks, removed, order } = patch;
  const known = new Set(state.order);
  const fresh = tasks.filter(({ id }) => !known.has(id)).length;
  const rewritten = countRewritten(state, patch);
  return {
    added: fresh - rewritten,
    removed: removed.length - rewritten,
    changed: tasks.length - fresh + rewritten,
    ...(rewritten > 0 && { rewritten }),
    kept: order.length - tasks.length,
  };
}

/** How many tasks a patch of the plan in force only puts under other ids. */
export function countRewritten(state: Readonly<RunState>, patch: PlanPatch): number {
  const next = offeredPlan(state, patch);
  return next ? rewrittenTasks(currentPlan(state), next).size : 0;
}

/** The end of the replan or iteration that is under way; nothing when there is none. */
export function closeCurrentEntry(
  state: RunState,
  outcome: ReplanOutcome,
  moment: Moment,
  failure?: Reason,
): void {
  const entry = state.replanHistory.at(-1);
  if (entry?.outcome !== "started") return;
  closeEntry(entry, outcome, moment, failure);
}

/** A plan was refused and is rewritten, or a failed replan is tried again. */
export function reopenCurrentEntry(state: RunState, failure: Reason): void {
  const entry = state.replanHistory.at(-1) as ReplanEntry;
  entry.outcome = "started";
  entry.failure = failure;
  delete entry.endedAt;
  delete entry.endedSeq;
}

export function recordRenamedTasks(
  { replanHistory }: RunState,
  renamed: NonNullable<ReplanEntry["renamed"]>,
): void {
  if (renamed.length > 0) (replanHistory.at(-1) as ReplanEntry).renamed = renamed;
}

export function recordReplanIssues(
  { replanHistory }: RunState,
  issues: NonNullable<ReplanEntry["issues"]>,
): void {
  if (issues.length > 0) (replanHistory.at(-1) as ReplanEntry).issues = issues;
}

/** A person does not let the version run that the last change brought. */
export function recordRejectedVersion(state: RunState, version: number, moment: Moment, why: Reason): void {
  const entry = state.replanHistory.at(-1);
  if (entry?.toVersion === version) closeEntry(entry, "refused", moment, why);
}

function closeEntry(
  entry: ReplanEntry,
  outcome: ReplanOutcome,
  { at, seq }: Moment,
  failure: Reason | undefined = undefined,
): void {
  entry.outcome = outcome;
  entry.endedAt = at;
  entry.endedSeq = seq;
  if (failure === undefined) delete entry.failure;
  else entry.failure = failure;
}

/** A call for a task counts for it; one for the whole run belongs to the change of plan that is being written. */
export function recordCallSpend(state: RunState, { payload }: EventOf<"llm_called">): void {
  const { taskId } = payload;
  if (taskId === undefined) {
    const entry = state.replanHistory.at(-1);
    if (entry && (state.replan || state.iteration)) entry.spent = addCall(entry.spent, payload);
    return;
  }
  const task = getOwn(state.tasks, taskId);
  if (!task) return;
  task.spent = addCall(task.spent ?? zeroSpend(), payload);
  if (task.status !== "superseded") return;
  // The bill of an attempt that the new version stopped comes after it.
  const entry = state.replanHistory.findLast(({ endedAt }) => endedAt === task.endedAt);
  if (entry?.discardedCost) entry.discardedCost = addCall(entry.discardedCost, payload);
}

/** The replan under way is none any more, nor what works on it: the run would wait for its end and never park. */
export function clearReplan(state: RunState): void {
  delete state.replan;
  for (const [key, { kind }] of Object.entries(state.inFlight)) {
    if (kind === "replan") delete state.inFlight[key];
  }
}

const NOT_LET_PASS: readonly Reason["code"][] = [
  "control_kept",
  "control_weakened",
  "version_rejected",
  "unanswered",
];

/** A replan that is no longer needed counts as none: its limits are about plans that did not hold. */
export function discardReplan(state: RunState, moment: Pick<RunEvent, "at" | "seq">, why: Reason): void {
  const { replan, replanFailed } = state;
  clearReplan(state);
  delete state.replanFailed;
  delete state.offered;
  if (!replan || replanFailed) return;
  // Its plan was written, and was not let pass: that counts.
  if (NOT_LET_PASS.includes(why.code)) return closeCurrentEntry(state, "refused", moment, why);
  closeCurrentEntry(state, "withdrawn", moment, why);
  state.counters.replans -= 1;
  const { lineage, trigger } = replan.cause;
  if (trigger === "person") state.counters.wishes -= 1;
  else if (lineage !== undefined) {
    const { replansByLineage: byLineage } = state.counters;
    setOwn(byLineage, lineage, (getOwn(byLineage, lineage) as number) - 1);
  }
}
