import type { ApprovalState, RunState, TaskState } from "@/lib/core/run/state";
import { getOwn } from "../own";
import { readEffectKey } from "./effects/keys";

/** When the run began: a fork begins when it is made, not with its first events, which are its parent's. */
export const beganAt = ({ parent, createdAt }: Readonly<RunState>): number => parent?.at ?? createdAt;

/** How many attempts forks have ended, to begin them again. */
export const forkedAttempts = ({ attempts }: Pick<TaskState, "attempts">): number =>
  attempts.filter(({ endedByFork }) => endedByFork).length;

/** The number of an attempt as people count: one that a fork began again has the number that it had in the parent. */
export const attemptNumber = ({ attempts }: Pick<TaskState, "attempts">, attempt: number): number =>
  attempt - forkedAttempts({ attempts: attempts.filter((one) => one.attempt < attempt) });

/** The number of the task's last attempt. */
export const ownAttempt = (task: Pick<TaskState, "attempt" | "attempts">): number =>
  attemptNumber(task, task.attempt);

/** For this long people can stop the countdown of one proposal, all of them together. */
export const HOLD_BUDGET_MS = 600_000;

/** True when people have stopped the countdown of the held decision for as long as they may. */
export const isHoldBudgetSpent = ({ claimedMs = 0 }: Pick<TaskState, "claimedMs">): boolean =>
  claimedMs >= HOLD_BUDGET_MS;

/** Open gates, oldest first. */
export function openGates(state: Readonly<RunState>): ApprovalState[] {
  return Object.keys(state.openApprovals)
    .flatMap((id) => getOwn(state.approvals, id) ?? [])
    .sort((a, b) => a.openedSeq - b.openedSeq);
}

/** The gate at which people say whether the run may end with an answer; undefined while none waits for that. */
export const answerReleaseGate = (state: Readonly<RunState>): ApprovalState | undefined =>
  openGates(state).find(({ kind }) => kind === "answer_release");

/** The run's answer, as far as it may be given: one that waits for people is shown at its gate alone. */
export const givenAnswer = (state: Readonly<RunState>): RunState["answer"] =>
  answerReleaseGate(state) ? undefined : state.answer;

/** True of a run whose people have not let its answer pass: what was written of it is quoted nowhere but at their gate. */
export const isAnswerHeld = (state: Readonly<RunState>): boolean =>
  answerReleaseGate(state) !== undefined || (state.answerSentBack !== undefined && !state.answer);

/** Gates that are answered or closed, newest first. */
export function closedGates(state: RunState): ApprovalState[] {
  return Object.values(state.approvals)
    .filter((approval) => approval.status !== "open")
    .sort((a, b) => b.openedSeq - a.openedSeq);
}

/** The last answer that people gave at each task's gates. */
export function answersByTask(state: RunState): Map<string, NonNullable<ApprovalState["decided"]>> {
  const decided = Object.values(state.approvals).sort((a, b) => a.openedSeq - b.openedSeq);
  return new Map(
    decided.flatMap(({ taskId, decided }) => (taskId && decided ? [[taskId, decided] as const] : [])),
  );
}

/**
 * Tasks in the order they are read: the current version's, with those that a later version dropped at the end of the
 * work that was done before it.
 */
export function tasksToShow(state: RunState): TaskState[] {
  const current = state.order.flatMap((id) => getOwn(state.tasks, id) ?? []);
  // Nothing was dropped: so it is of most runs, and at each of their moments.
  if (Object.keys(state.tasks).length === current.length) return current;
  const inPlan = new Set(state.order);
  const dropped = Object.values(state.tasks).filter((task) => !inPlan.has(task.id));
  const shown: TaskState[] = [];
  let version = 0;
  for (const task of current) {
    if (task.sinceVersion > version) shown.push(...droppedBefore(dropped, task.sinceVersion, shown));
    version = task.sinceVersion;
    shown.push(task);
  }
  return [...shown, ...dropped.filter((task) => !shown.includes(task))];
}

function droppedBefore(dropped: TaskState[], version: number, shown: TaskState[]): TaskState[] {
  return dropped.filter((task) => task.sinceVersion < version && !shown.includes(task));
}

/** True for a task at work whose next call waits until a limit of the run is raised (docs/engine.md, "Budgets"). */
export function isAtLimit({ runId, ledger, active }: RunState, { id }: Pick<TaskState, "id">): boolean {
  if (!ledger.exhaustedLimit || !getOwn(active, id)) return false;
  return Object.keys(ledger.queued).some((key) => readEffectKey(runId, key).taskId === id);
}

/** True while people may edit the plan: it runs, or it is a draft that waits for approval. */
export function isPlanEditable({ phase, openApprovals, approvals }: RunState): boolean {
  const waits = Object.keys(openApprovals).some((id) => getOwn(approvals, id)?.kind === "plan_approval");
  return phase === "executing" || (phase === "planning" && waits);
}

/** The check of a task as it was written again, if it was; undefined where the one of the plan counts. */
export const repairedCheck = ({
  spec,
  repaired,
}: Pick<TaskState, "spec" | "repaired">): string | undefined =>
  repaired && repaired.of === spec.workDigest ? repaired.verification : undefined;
