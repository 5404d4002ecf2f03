import { getOwn } from "../../../own";
import { fingerprint } from "../../../plan/compare/fingerprint";
import type { StoredValue } from "../../../stored-value";
import type { WorkerCommand } from "../../commands";
import { type DraftEvent, draft } from "../../events";
import { ATTEMPT_OVER, overtakenBy } from "../../gates/equal-calls";
import { callKey } from "../../gates/of-task";
import type { AttemptState, RunState, TaskState } from "../../state";
import { taskOf } from "../../state/ready";
import { expectedTask, lateResult } from "../late-results";
import type { Decided } from "../refuse";
import { verificationEvents } from "./checks";
import { blockTask, failAttempt } from "./failure";

type Report<T extends WorkerCommand["type"]> = Extract<WorkerCommand, { type: T }>;
type InAttempt = Report<
  | "policy_applied"
  | "step_taken"
  | "steps_summarized"
  | "tool_started"
  | "tool_finished"
  | "tool_denied"
  | "tool_paused"
  | "attempt_critiqued"
  | "attempt_reflected"
>;

const EVENT_OF_REPORT = {
  policy_applied: "policy_applied",
  step_taken: "task_step",
  steps_summarized: "steps_summarized",
  tool_finished: "tool_finished",
  tool_denied: "tool_denied",
  tool_paused: "tool_paused",
  attempt_critiqued: "answer_critiqued",
  attempt_reflected: "answer_accepted",
} as const;

/**
 * What happens inside an attempt is recorded as it is, as long as the attempt is the expected one. A worker that took
 * the run over may tell once more what its forerunner had told: that is done already.
 */
export function decideInAttempt(state: RunState, command: InAttempt): Decided {
  const task = expectedTask(state, command);
  // A start that is not recorded is no leave: the call would run behind the end of its attempt.
  if (!task) return command.type === "tool_started" ? ATTEMPT_OVER : lateResult(command.key, command.type);
  if (isRecorded(task, command)) return [];
  if (command.type === "tool_started") return startCall(state, command);
  const { type, key: _key, ...payload } = command;
  return [{ type: EVENT_OF_REPORT[type], payload } as DraftEvent];
}

/** A call was ruled before its start is committed: an equal one of another task may have started in between. */
function startCall(
  state: RunState,
  { type, key: _key, ruledAt, ...started }: Report<"tool_started">,
): Decided {
  return overtakenBy(state, { ...started, ruledAt }) ?? [draft(type, started)];
}

function isRecorded(task: TaskState, command: InAttempt): boolean {
  const { steps, open } = task.attempts.at(-1) as AttemptState;
  switch (command.type) {
    case "step_taken":
      return command.step < steps || (command.step === steps && !open);
    case "tool_denied":
      return task.denied?.includes(callKey(command.step, command.callId)) ?? false;
    default:
      return false;
  }
}

export function decideSucceeded(state: RunState, command: Report<"attempt_succeeded">): DraftEvent[] {
  const task = expectedTask(state, command);
  if (!task) return lateResult(command.key, command.type, command.value);
  const turn = turnForPendingMessages(state, task, command);
  if (turn) return turn;
  return [
    ...verificationEvents(command, command.checks),
    ...reportPendingMessages(task, command),
    succeed(state, task, command.value, "attempt", command.key),
  ];
}

export function decideFailed(state: RunState, command: Report<"attempt_failed">, now: number): DraftEvent[] {
  const task = expectedTask(state, command);
  if (!task) return lateResult(command.key, command.type);
  return [
    ...verificationEvents(command, command.checks),
    ...reportPendingMessages(task, command),
    ...failAttempt(state, task, command, now, command.key),
  ];
}

export function decideBlocked(state: RunState, command: Report<"attempt_blocked">): DraftEvent[] {
  const task = expectedTask(state, command);
  if (!task) return lateResult(command.key, command.type);
  return [blockTask(task, command.diagnosis, command.key)];
}

/** The success of a task, with the fingerprint of the work and of the results that it consumed. */
export function succeed(
  state: RunState,
  task: TaskState,
  value: StoredValue,
  source: "attempt" | "gate" | "review" | "person",
  key?: string,
): DraftEvent {
  const consumed = task.spec.dependsOn.map((id) => {
    const dependency = taskOf(state, id);
    return { id, fingerprint: dependency.fingerprint ?? "", resultDigest: dependency.result?.digest ?? null };
  });
  const payload = {
    taskId: task.id,
    attempt: Math.max(1, task.attempt),
    value,
    fingerprint: fingerprint(task.spec.workDigest, consumed),
    source,
  };
  return draft("task_succeeded", payload, key);
}

/**
 * An agent that was told something while it gave its answer takes another turn to hear it, while it has turns left;
 * undefined where nothing keeps the answer from being the last word (docs/engine.md, "Commands"). `heard` counts the
 * words that its turns have heard; who reports none is no agent.
 */
function turnForPendingMessages(
  state: RunState,
  task: TaskState,
  { heard, key }: { heard?: number; key: string },
): DraftEvent[] | undefined {
  const messages = pendingMessageCount(task, heard);
  if (messages <= 0 || !hasTurnsLeft(state, task)) return;
  return [draft("turn_added", { taskId: task.id, attempt: task.attempt, messages }, key)];
}

/** However an attempt ends, messages that no turn has read are recorded. */
function reportPendingMessages(task: TaskState, { heard }: { heard?: number }): DraftEvent[] {
  const messages = pendingMessageCount(task, heard);
  return messages <= 0
    ? []
    : [draft("steering_undelivered", { taskId: task.id, attempt: task.attempt, messages })];
}

function pendingMessageCount({ steeringMessages, attempt }: TaskState, heard: number | undefined): number {
  const said = steeringMessages?.filter((one) => one.attempt === attempt).length ?? 0;
  return heard === undefined ? 0 : said - heard;
}

function hasTurnsLeft({ agents, settings }: RunState, { spec, attempts }: TaskState): boolean {
  const { steps } = attempts.at(-1) as AttemptState;
  return steps < (getOwn(agents, spec.agent)?.maxTurns ?? settings.maxTurns);
}
