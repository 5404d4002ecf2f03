import { isJsonObject } from "@/lib/core/json";
import type { Task, TaskType } from "@/lib/core/plan/schema";
import { DECISIONS, type Decision } from "@/lib/core/plan/words";
import { isApproving } from "@/lib/core/run/gates/table";
import { ownAttempt } from "@/lib/core/run/selectors";
import type { ApprovalState, RunState, TaskState } from "@/lib/core/run/state";
import { isTerminalTask } from "@/lib/core/run/status";
import { attemptsOf, type StatusDisplay, TASK_STATUS_DISPLAY, taskStatusDisplay } from "../status";
import type { Evidence, TaskFacts } from "./facts";

const KIND_LABELS: Record<TaskType, string> = {
  task: "",
  direct: "program",
  synthesis_gate: "synthesis gate",
  planning_review: "planning review",
  human_review: "human gate",
};

type AnyTask = Pick<Task, "id" | "title" | "type" | "agent" | "maxRetries">;

/** The facts of a task that the run has. `answer` is the last decision on a gate of it. */
export function factsOfTask(
  state: RunState,
  task: TaskState,
  answer: ApprovalState["decided"],
  costMicroUsd?: number,
): TaskFacts {
  const evidence = evidenceOf(task, answer);
  const { icon, word, tone } = displayOf(task, evidence, answer);
  const approval = task.approvalId === undefined ? undefined : state.approvals[task.approvalId];
  return {
    ...factsOfPlanned(task.spec),
    status: task.status,
    icon,
    word,
    tone,
    evidence,
    attempt: ownAttempt(task),
    attempts: attemptsOf(task),
    startedAt: task.startedAt,
    endedAt: isTerminalTask(task.status) ? task.endedAt : undefined,
    costMicroUsd,
    decision: decisionOf(task),
    heldUntil: task.heldUntil,
    claimedBy: task.claim?.by.name,
    approvalId: task.approvalId,
    deadlineAt: approval?.deadlineAt,
    ghost: task.status === "superseded",
    version: task.sinceVersion,
  };
}

/** The facts of a task that only a plan has. */
export function factsOfPlanned(task: AnyTask): TaskFacts {
  return {
    id: task.id,
    kind: task.type,
    title: task.title,
    actor: KIND_LABELS[task.type] || (task.agent === "default" ? "" : task.agent),
    status: "pending",
    ...TASK_STATUS_DISPLAY.pending,
    evidence: undefined,
    attempt: 0,
    attempts: 1 + task.maxRetries,
    startedAt: undefined,
    endedAt: undefined,
    costMicroUsd: undefined,
    decision: undefined,
    heldUntil: undefined,
    claimedBy: undefined,
    approvalId: undefined,
    deadlineAt: undefined,
    ghost: false,
    locked: false,
    mark: undefined,
    severity: undefined,
    issueCount: 0,
    level: 0,
    version: 0,
    tasks: 1,
  };
}

function evidenceOf(task: TaskState, answer: ApprovalState["decided"]): Evidence | undefined {
  if (task.status === "failed") return "failed";
  if (task.status !== "succeeded") return undefined;
  if (task.endorsed) return "accepted";
  const accepted = task.spec.type === "human_review" && answer?.by.kind === "person";
  if (accepted && isApproving(answer.verb)) return "accepted";
  return taskStatusDisplay(task).tone === "ok" ? "verified" : undefined;
}

function displayOf(
  task: TaskState,
  evidence: Evidence | undefined,
  answer: ApprovalState["decided"],
): StatusDisplay {
  if (evidence !== "accepted" || task.endorsed || answer?.by.kind !== "person")
    return taskStatusDisplay(task);
  return { icon: TASK_STATUS_DISPLAY.waiting.icon, word: `accepted by ${answer.by.name}`, tone: "amber" };
}

/** What a review came to, else what it proposes. */
function decisionOf({ spec, result, proposal }: TaskState): Decision | undefined {
  if (spec.type !== "planning_review") return undefined;
  const value = result && "inline" in result ? result.inline : undefined;
  const decided =
    value !== undefined && isJsonObject(value) ? DECISIONS.find((one) => one === value.decision) : undefined;
  return decided ?? proposal?.decision;
}
