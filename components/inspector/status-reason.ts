import { upperFirst } from "@/lib/core/describe/letters";
import { formatReason } from "@/lib/core/describe/reason";
import { getOwn } from "@/lib/core/own";
import type { RunState, TaskState } from "@/lib/core/run/state";
import { isTerminalTask } from "@/lib/core/run/status";

/** Why a task stands where it stands, as a sentence, and the tasks that it waits for. */
type StatusReason = { text: string; waitsFor: TaskState[] };

/** Says why a task is ready, waiting, blocked or ended. Pure: what changes with time is shown beside it. */
export function statusReason(state: RunState, task: TaskState): StatusReason {
  const waitsFor = task.status === "pending" ? openDependencies(state, task) : [];
  return { text: reasonSentence(state, task, waitsFor), waitsFor };
}

/** The tasks of later plan versions that continue with the work of one that failed or was dropped. */
export function successorsOf(state: RunState, { id, status, spec, sinceVersion }: TaskState): TaskState[] {
  if (status !== "failed" && status !== "superseded") return [];
  return Object.values(state.tasks).filter(
    (one) => one.id !== id && one.spec.lineage === spec.lineage && one.sinceVersion > sinceVersion,
  );
}

function openDependencies(state: RunState, task: TaskState): TaskState[] {
  return task.spec.dependsOn
    .flatMap((id) => getOwn(state.tasks, id) ?? [])
    .filter((dependency) => !isTerminalTask(dependency.status));
}

function reasonSentence(state: RunState, task: TaskState, waitsFor: readonly TaskState[]): string {
  switch (task.status) {
    case "pending":
      return pendingText(state, task, waitsFor);
    case "running":
      return runningText(task);
    case "waiting":
      return "Waiting for a person to answer.";
    case "succeeded":
      return task.spec.type === "planning_review" ? "The decision was applied." : "Finished with a result.";
    case "failed":
      return task.tolerated
        ? "Failed; the plan continues without it."
        : (endReason(task) ?? "Failed without a reason.");
    case "skipped":
    case "blocked":
    case "aborted":
      return upperFirst(endReason(task) ?? ENDED_SENTENCES[task.status]);
    case "superseded":
      return "A later plan version dropped this task.";
  }
}

const ENDED_SENTENCES = {
  skipped: "No longer needed.",
  blocked: "A required result will never be available.",
  aborted: "Stopped before it finished.",
} as const;

/** Reasons also follow other words, so they begin in lower case. */
function pendingText(state: RunState, task: TaskState, waitsFor: readonly TaskState[]): string {
  if (state.phase === "planning") return "The plan is not running yet.";
  if (waitsFor.length > 0)
    return `Waiting for ${waitsFor.length === 1 ? "a task" : `${waitsFor.length} tasks`}:`;
  if (state.paused) return "Ready, but the run is paused.";
  if (state.replan || state.replanWanted) return "Ready; waiting for the replan to finish.";
  if (state.halt) return "Ready, but nothing new starts because a required task failed.";
  if (state.ready.includes(task.id)) return "Ready; starts when a slot is free.";
  return "Not started yet.";
}

const RUNNING_SENTENCES: Record<TaskState["spec"]["type"], string> = {
  task: "An agent is working on it.",
  direct: "The program is running.",
  synthesis_gate: "Combining earlier results.",
  planning_review: "A reviewer is checking progress.",
  human_review: "Preparing the question for a person.",
};

function runningText(task: TaskState): string {
  if (task.heldUntil !== undefined && task.proposal) {
    return `Proposes ${task.proposal.decision}. The decision is held briefly so a person can override it.`;
  }
  const last = task.attempts.at(-2);
  if (task.attempt > 1 && last?.diagnosis) return `Retrying: ${formatReason(last.diagnosis)}`;
  return RUNNING_SENTENCES[task.spec.type];
}

const endReason = ({ diagnosis }: TaskState): string | undefined => diagnosis && formatReason(diagnosis);
