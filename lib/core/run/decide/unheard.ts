import { type DraftEvent, draft } from "../events";
import type { AttemptState, RunState, TaskState } from "../state";

/**
 * What becomes of words that came during an agent's last turn: while it has turns left, it takes another one to hear
 * them instead of ending; else it is told that nobody heard them (docs/engine.md, "Commands").
 */
export function hearTheRest(
  state: RunState,
  task: TaskState,
  { heard, key }: { heard?: number; key: string },
): { turn: DraftEvent[] } | { unheard: DraftEvent[] } {
  const { id: taskId, attempt } = task;
  const said = task.steers?.filter((one) => one.attempt === attempt).length ?? 0;
  const messages = heard === undefined ? 0 : said - heard;
  if (messages <= 0) return { unheard: [] };
  if (turnsLeft(state, task)) return { turn: [draft("turn_added", { taskId, attempt, messages }, key)] };
  return { unheard: [draft("steering_unheard", { taskId, attempt, messages })] };
}

function turnsLeft({ agents, settings }: RunState, { spec, attempts }: TaskState): boolean {
  const { steps } = attempts.at(-1) as AttemptState;
  return steps < (agents[spec.agent]?.maxTurns ?? settings.maxTurns);
}
