import type { RunState, TaskState } from "@/lib/core/run/state";
import { isTerminalTask } from "@/lib/core/run/status";

/** Why a task stands where it stands, as a sentence, and the tasks that it waits for. */
export type StatusReason = { text: string; waitsFor: TaskState[] };

/** Says why a task is ready, waiting, blocked or ended. Pure: what changes with time is shown beside it. */
export function statusReason(state: RunState, task: TaskState): StatusReason {
  const waitsFor = task.status === "pending" ? openDependencies(state, task) : [];
  return { text: reasonSentence(state, task, waitsFor), waitsFor };
}

/** The tasks of later plan versions that go on with the work of one that failed or was dropped. */
export function successorsOf(state: RunState, { id, status, spec, sinceVersion }: TaskState): TaskState[] {
  if (status !== "failed" && status !== "superseded") return [];
  return Object.values(state.tasks).filter(
    (one) => one.id !== id && one.spec.lineage === spec.lineage && one.sinceVersion > sinceVersion,
  );
}

function openDependencies(state: RunState, task: TaskState): TaskState[] {
  return task.spec.dependsOn
    .flatMap((id) => state.tasks[id] ?? [])
    .filter((dependency) => !isTerminalTask(dependency.status));
}

function reasonSentence(state: RunState, task: TaskState, waitsFor: readonly TaskState[]): string {
  switch (task.status) {
    case "pending":
      return pendingText(state, task, waitsFor);
    case "running":
      return runningText(task);
    case "waiting":
      return "A person has to answer before it goes on.";
    case "succeeded":
      return task.spec.type === "planning_review" ? "Its decision was applied." : "It has a result.";
    case "failed":
      return task.tolerated
        ? "It failed; the plan goes on without it."
        : (task.diagnosis ?? "It failed and gave no reason.");
    case "skipped":
    case "blocked":
    case "aborted":
      return capitalized(task.diagnosis ?? ENDED_SENTENCES[task.status]);
    case "superseded":
      return "A later version of the plan does without it.";
  }
}

const ENDED_SENTENCES = {
  skipped: "It was not needed any more.",
  blocked: "Something it needs can never be there.",
  aborted: "It was stopped before it ended.",
} as const;

/** Reasons are told behind other words too, so they begin small. */
const capitalized = (reason: string): string => reason.charAt(0).toUpperCase() + reason.slice(1);

function pendingText(state: RunState, task: TaskState, waitsFor: readonly TaskState[]): string {
  if (state.phase === "planning") return "The plan does not run yet.";
  if (waitsFor.length > 0)
    return `It waits for ${waitsFor.length === 1 ? "a task" : `${waitsFor.length} tasks`}:`;
  if (state.paused) return "It is ready; the run is paused, so nothing new starts.";
  if (state.replan || state.replanWanted)
    return "It is ready; nothing new starts while the plan is replaced.";
  if (state.halt) return "It is ready; nothing new starts since a task failed that the plan needs.";
  if (state.ready.includes(task.id)) return "It is ready and starts as soon as there is room.";
  return "It has not started yet.";
}

const RUNNING_SENTENCES: Record<TaskState["spec"]["type"], string> = {
  task: "An agent works on it.",
  direct: "Its program runs.",
  synthesis_gate: "The results before it are brought together.",
  planning_review: "A reviewer looks at the progress.",
  human_review: "What it asks a person is being prepared.",
};

function runningText(task: TaskState): string {
  if (task.heldUntil !== undefined && task.proposal) {
    return `It proposes ${task.proposal.decision}; the decision is held for a moment so that a person can change it.`;
  }
  const last = task.attempts.at(-2);
  if (task.attempt > 1 && last?.diagnosis) return `It tries again, because: ${last.diagnosis}`;
  return RUNNING_SENTENCES[task.spec.type];
}
