import { type DraftEvent, draft } from "../events";
import type { AttemptState, RunState, TaskState } from "../state";

/**
 * An agent that was told something while it gave its answer takes another turn to hear it, while it has turns left;
 * undefined where nothing keeps the answer from being the last word (docs/engine.md, "Commands"). `heard` counts the
 * words that its turns have heard; who reports none is no agent.
 */
export function turnForPendingMessages(
  state: RunState,
  task: TaskState,
  { heard, key }: { heard?: number; key: string },
): DraftEvent[] | undefined {
  const messages = pendingMessageCount(task, heard);
  if (messages <= 0 || !hasTurnsLeft(state, task)) return;
  return [draft("turn_added", { taskId: task.id, attempt: task.attempt, messages }, key)];
}

/** However an attempt ends, words that nobody has heard are told. */
export function reportPendingMessages(task: TaskState, { heard }: { heard?: number }): DraftEvent[] {
  const messages = pendingMessageCount(task, heard);
  return messages <= 0
    ? []
    : [draft("steering_unheard", { taskId: task.id, attempt: task.attempt, messages })];
}

function pendingMessageCount({ steeringMessages, attempt }: TaskState, heard: number | undefined): number {
  const said = steeringMessages?.filter((one) => one.attempt === attempt).length ?? 0;
  return heard === undefined ? 0 : said - heard;
}

function hasTurnsLeft({ agents, settings }: RunState, { spec, attempts }: TaskState): boolean {
  const { steps } = attempts.at(-1) as AttemptState;
  return steps < (agents[spec.agent]?.maxTurns ?? settings.maxTurns);
}
