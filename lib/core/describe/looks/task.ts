import { isJsonObject } from "../../json";
import type { Task, TaskType } from "../../plan/schema";
import { DECISIONS, type Decision } from "../../plan/words";
import type { Check } from "../../run/events/checks";
import { isApproving } from "../../run/gates/table";
import type { ApprovalState, RunState, TaskState } from "../../run/state";
import { toldStatus } from "../../run/state/told-status";
import type { StatusDisplay } from "./run";
import { TASK_STATUS_DISPLAY, taskStatusDisplay } from "./task-status";

/** What makes a result believable: a check that passed, a person who took it, or neither. */
export type Evidence = "verified" | "accepted" | "failed";

/** What vouches for a result, or found it wanting: a layer of its checks, or a person. */
type EvidenceKind = Check["layer"] | "person";

/** The same of a task's result, where `answer` is the last decision on a gate of it. */
export function taskEvidence(task: TaskState, answer: ApprovalState["decided"]): Evidence | undefined {
  if (toldStatus(task) === "failed") return "failed";
  if (task.status !== "succeeded") return undefined;
  if (task.endorsed) return "accepted";
  const accepted = task.spec.type === "human_review" && answer?.by.kind === "person";
  if (accepted && isApproving(answer.verb)) return "accepted";
  if (taskStatusDisplay(task).tone === "ok") return "verified";
  return task.approvedBy ? "accepted" : undefined;
}

/** By what a result is believable, or failed: the kinds of its last checks, of which a later one looks deeper. */
export function evidenceKinds(task: TaskState, answer: ApprovalState["decided"]): EvidenceKind[] {
  const evidence = taskEvidence(task, answer);
  if (evidence === "accepted") return ["person"];
  if (evidence === undefined) return [];
  const outcome = evidence === "verified" ? "passed" : "failed";
  const checks = task.attempts.at(-1)?.checks ?? [];
  return [...new Set(checks.filter((check) => check.outcome === outcome).map(({ layer }) => layer))];
}

const AT_LIMIT: StatusDisplay = { icon: "‖", word: "limit reached", tone: "plain" };

/** The look of a task in its run: one that a person let pass names them, and one that waits for a limit does not run. */
export function taskDisplay(
  task: TaskState,
  answer: ApprovalState["decided"],
  atLimit = false,
): StatusDisplay {
  if (atLimit) return AT_LIMIT;
  const isTaken = taskEvidence(task, answer) === "accepted" && !task.endorsed && !task.approvedBy;
  if (!isTaken || answer?.by.kind !== "person") return taskStatusDisplay(task);
  return { icon: TASK_STATUS_DISPLAY.waiting.icon, word: `accepted by ${answer.by.name}`, tone: "amber" };
}

/** What a kind of task is called where its agent may stand instead: agents' tasks have no word. */
export const KIND_LABELS: Record<TaskType, string> = {
  task: "",
  direct: "program",
  synthesis_gate: "synthesis gate",
  planning_review: "planning review",
  human_review: "human gate",
};

/** Who does a task: its agent unless that is the default one; of other kinds what they are. */
export const taskActor = ({ type, agent }: Pick<Task, "type" | "agent">): string =>
  KIND_LABELS[type] || (agent === "default" ? "" : agent);

/** The plan version that dropped a task; undefined where the history does not tell. */
export function droppedIn(
  { replanHistory, planVersion }: Pick<RunState, "replanHistory" | "planVersion">,
  { status, endedAt, sinceVersion }: Pick<TaskState, "status" | "endedAt" | "sinceVersion">,
): number | undefined {
  if (status !== "superseded") return undefined;
  const replan = replanHistory.find(
    ({ fromVersion, toVersion, endedAt: at }) =>
      toVersion !== undefined && at === endedAt && fromVersion >= sinceVersion,
  );
  return replan?.toVersion ?? (planVersion === sinceVersion + 1 ? planVersion : undefined);
}

/** What a review came to, else what it proposes. */
export function reviewDecision({ spec, result, proposal }: TaskState): Decision | undefined {
  if (spec.type !== "planning_review") return undefined;
  const value = result && "inline" in result ? result.inline : undefined;
  const decided =
    value !== undefined && isJsonObject(value) ? DECISIONS.find((one) => one === value.decision) : undefined;
  return decided ?? proposal?.decision;
}
