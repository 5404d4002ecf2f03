import type { AttemptState, ReplanEntry, RunState, TaskState } from "../state";
import { taskOf } from "../state/ready";

/** What was tried already and did not do: a failed attempt, or the work that a review sent back. */
export type PastFailure =
  | { kind: "attempt"; task: TaskState; attempt: AttemptState; newTaskCount?: number }
  | { kind: "review"; review: TaskState; entry: ReplanEntry; reviewed: TaskState[]; newTaskCount?: number };

const MAX_PAST_FAILURES = 10;
/** What led to these replans was no attempt that failed: a look at work that was done, or a person's wish. */
const NO_FAILURE: ReadonlySet<ReplanEntry["trigger"]> = new Set(["review", "person"]);

/**
 * What a replanner must not try again, oldest first and the last ten: the failed attempts of every thread of work that
 * has led to a replan, and what a review sent back more than once: the first time it did what it is for. Where no replan
 * named a task, all failed attempts of the run. What people answered is no attempt.
 */
export function pastFailures(state: Readonly<RunState>): PastFailure[] {
  const replans = state.replanHistory.filter(({ kind }) => kind === "replan");
  const threads = new Set(
    replans.flatMap(({ lineage, trigger }) => (NO_FAILURE.has(trigger) ? [] : (lineage ?? []))),
  );
  const attempts = Object.values(state.tasks)
    .filter(({ spec }) => isWork(spec) && (threads.size === 0 || threads.has(spec.lineage)))
    .flatMap((task) => failedAttempts(replans, task));
  const rejections = Map.groupBy(
    replans.filter(({ trigger }) => trigger === "review").map((entry) => rejectedWork(state, entry)),
    ({ review }) => review.spec.lineage,
  );
  const reviews = [...rejections.values()].flatMap((all) => (all.length > 1 ? all : []));
  return [...attempts, ...reviews].sort((a, b) => endedAt(a) - endedAt(b)).slice(-MAX_PAST_FAILURES);
}

function failedAttempts(replans: readonly ReplanEntry[], task: TaskState): PastFailure[] {
  const failed = task.attempts.filter(
    ({ outcome, code, diagnosis }) =>
      outcome === "failed" && code !== "changes_requested" && diagnosis !== undefined,
  );
  const last = failed.at(-1);
  const count = replans.findLast(({ taskId }) => taskId === task.id)?.changes?.added;
  return failed.map((attempt) => ({
    kind: "attempt",
    task,
    attempt,
    ...(attempt === last && count !== undefined && { newTaskCount: count }),
  }));
}

const isWork = ({ type }: TaskState["spec"]): boolean =>
  type !== "human_review" && type !== "planning_review";

function rejectedWork(
  state: Readonly<RunState>,
  entry: ReplanEntry,
): Extract<PastFailure, { kind: "review" }> {
  const review = taskOf(state as RunState, entry.taskId as string);
  const reviewed = review.spec.dependsOn
    .map((id) => taskOf(state as RunState, id))
    .filter(({ spec }) => isWork(spec));
  const count = entry.changes?.added;
  return { kind: "review", review, entry, reviewed, ...(count !== undefined && { newTaskCount: count }) };
}

const endedAt = (failure: PastFailure): number =>
  failure.kind === "attempt" ? (failure.attempt.endedAt as number) : failure.entry.startedAt;
