import {
  droppedIn,
  evidenceKinds,
  reviewDecision,
  taskActor,
  taskDisplay,
  taskEvidence,
} from "@/lib/core/describe/looks/task";
import { attemptsOf, TASK_STATUS_DISPLAY } from "@/lib/core/describe/looks/task-status";
import { getOwn } from "@/lib/core/own";
import type { Task } from "@/lib/core/plan/schema";
import { spendingOf } from "@/lib/core/run/ledger/spending";
import { isAtLimit, ownAttempt } from "@/lib/core/run/selectors";
import type { ApprovalState, RunState, TaskState } from "@/lib/core/run/state";
import { beganHere } from "@/lib/core/run/state/began-here";
import { isTerminalTask } from "@/lib/core/run/status";
import { shallowEqual, type TaskFacts } from "./facts";

type AnyTask = Pick<Task, "id" | "title" | "type" | "agent" | "maxRetries">;

type Answer = ApprovalState["decided"];
/** What a run knows of a task beside its state. */
type Beside = { answer: Answer; approval: ApprovalState | undefined; level: number; atLimit: boolean };
type Said = { beside: Beside; facts: TaskFacts };

/** States share the tasks that an event leaves alone: of a thousand tasks one is looked at again. */
const said = new WeakMap<TaskState, Said>();

/**
 * The facts of a task that the run has, the same object while it is the same task; nobody may change it. `answer` is the
 * last decision on a gate of it, `level` where it stands in the graph.
 */
export function factsOfTask(
  state: RunState,
  task: TaskState,
  answer: Answer,
  level = 0,
): Readonly<TaskFacts> {
  const approval = task.approvalId === undefined ? undefined : getOwn(state.approvals, task.approvalId);
  const known = said.get(task);
  const beside = { answer, approval, level, atLimit: isAtLimit(state, task) };
  if (known && shallowEqual(known.beside, beside)) return known.facts;
  const facts = { ...newFacts(state, task, beside), level };
  // When a task was dropped stands in the run, not in the task.
  if (!facts.ghost) said.set(task, { beside, facts });
  return facts;
}

function newFacts(state: RunState, task: TaskState, { answer, approval, atLimit }: Beside): TaskFacts {
  const { icon, word, tone } = taskDisplay(task, answer, atLimit);
  return {
    ...factsOfPlanned(task.spec),
    status: task.status,
    icon,
    word,
    tone,
    evidence: taskEvidence(task, answer),
    evidenceKinds: evidenceKinds(task, answer).join(", "),
    attempt: ownAttempt(task),
    attempts: attemptsOf(task),
    startedAt: beganHere(state, task),
    endedAt: isTerminalTask(task.status) ? task.endedAt : undefined,
    costUsd: task.spent && spendingOf(task.spent).usd,
    decision: reviewDecision(task),
    heldUntil: task.heldUntil,
    claimedBy: task.claim?.by.name,
    approvalId: task.approvalId,
    deadlineAt: approval?.deadlineAt,
    ghost: task.status === "superseded",
    droppedIn: droppedIn(state, task),
    version: task.sinceVersion,
  };
}

/** The facts of a task that only a plan has. */
export function factsOfPlanned(task: AnyTask): TaskFacts {
  return {
    id: task.id,
    kind: task.type,
    title: task.title,
    actor: taskActor(task),
    status: "pending",
    ...TASK_STATUS_DISPLAY.pending,
    evidence: undefined,
    evidenceKinds: "",
    attempt: 0,
    attempts: 1 + task.maxRetries,
    startedAt: undefined,
    endedAt: undefined,
    costUsd: undefined,
    decision: undefined,
    heldUntil: undefined,
    claimedBy: undefined,
    approvalId: undefined,
    deadlineAt: undefined,
    ghost: false,
    droppedIn: undefined,
    locked: false,
    mark: undefined,
    severity: undefined,
    issueCount: 0,
    comments: 0,
    commentsAre: undefined,
    level: 0,
    version: 0,
    tasks: 1,
  };
}
