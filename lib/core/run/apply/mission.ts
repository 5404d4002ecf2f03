import type { EventOf } from "../events";
import type { ForeseenReview } from "../events/mission";
import type { Reason } from "../events/reason";
import type { KeptReview } from "../state";
import { isBeside, type RunState, type TaskState } from "../state";
import type { Budget } from "../state/ledger";
import { taskOf } from "../state/ready";
import { countTasks } from "../state/totals";
import { isImpossible, isTerminalTask, type TaskStatus } from "../status";
import { clearExhaustedLimit } from "./ledger";
import { dropRefinement } from "./refinement";
import { closeCurrentEntry, discardReplan } from "./replan-history";
import type { Touched } from "./touched";

export function applyCreated(state: RunState, event: EventOf<"run_created">): void {
  const { mission, workspaceId, settings, tags, reviews, attachments, template } = event.payload;
  Object.assign(state, { mission, workspaceId, settings, tags, createdAt: event.at, phase: "planning" });
  state.author = event.actor;
  if (reviews) state.givenReviews = keptReviews(reviews);
  if (attachments) state.attachments = attachments;
  if (template) state.template = template;
}

/** Copies: what they are bound to is written into them. */
export const keptReviews = (reviews: Record<string, ForeseenReview>): Record<string, KeptReview> =>
  Object.fromEntries(Object.entries(reviews).map(([taskId, given]) => [taskId, { ...given }]));

export function applyStarted(state: RunState, event: EventOf<"run_started">): void {
  state.phase = "executing";
  state.startedAt ??= event.at;
  delete state.iteration;
}

export function applyPaused(state: RunState, event: EventOf<"run_paused">): void {
  state.paused = { since: event.at, by: event.actor };
}

export function applyFinishing(state: RunState, event: EventOf<"finishing_started">, touched: Touched): void {
  endOpenTasks(state, "skipped", { code: "run_finishing" }, event.at, touched);
  state.phase = "finishing";
  state.finishing = event.payload.reason;
  if (event.payload.halted !== undefined) state.halted = event.payload.halted;
  if (event.payload.budget !== undefined) {
    const { exhaustedLimit } = state.ledger;
    state.ledger.closing = event.payload.budget as Budget;
    if (exhaustedLimit) {
      const { used, limit, asked } = exhaustedLimit;
      state.ledger.closedAt = { used, limit, ...(asked !== undefined && { asked }) };
    }
    clearExhaustedLimit(state);
  }
  state.openFailures = {};
  delete state.halt;
  delete state.replanWanted;
  discardReplan(state, event, { code: "run_finishing" });
  dropRefinement(state, event);
}

/** Nothing of the run continues, and its outcome stays as it is. */
export function applyOutcome(state: RunState, event: EventOf<"outcome_reached">, touched: Touched): void {
  closeRun(state, event, touched);
  state.phase = "retrospect";
  state.outcome = { ...event.payload, at: event.at };
}

export function applyApproachCritiqued(state: RunState, event: EventOf<"approach_critiqued">): void {
  const { iterations: iteration } = state.counters;
  state.selfCritiques = [...(state.selfCritiques ?? []), { ...event.payload, iteration }];
}

export function applyRetrospected(state: RunState, event: EventOf<"retrospected">): void {
  state.retrospect = event.payload;
}

/** A run that was looked back on had ended when its outcome stood. */
export function applyFinished(state: RunState, event: EventOf<"run_finished">, touched: Touched): void {
  const { reason, because = [] } = event.payload;
  const at = state.outcome?.at ?? event.at;
  closeRun(state, event, touched);
  delete state.outcome;
  state.phase = "ended";
  state.finished = { reason, at, ...(because.length > 0 && { because }) };
}

function closeRun(
  state: RunState,
  event: EventOf<"run_finished"> | EventOf<"outcome_reached">,
  touched: Touched,
): void {
  const { reason, because = [], answer } = event.payload;
  const ended: Reason = { code: "run_ended", finishReason: reason };
  if (isImpossible(reason, because)) closeCurrentEntry(state, "refused", event, because.at(-1));
  else discardReplan(state, event, ended);
  closeCurrentEntry(state, "withdrawn", event, ended);
  dropRefinement(state, event);
  endOpenTasks(state, "aborted", because[0] ?? ended, event.at, touched);
  if (answer) state.answer = answer;
  else delete state.answer;
  delete state.offered;
  state.inFlight = {};
  state.faults = {};
  clearExhaustedLimit(state);
  delete state.paused;
  delete state.halt;
  delete state.replanWanted;
  delete state.replan;
}

/** Ends whatever of the plan has not ended, running attempts included. */
export function endOpenTasks(
  state: RunState,
  status: TaskStatus,
  diagnosis: Reason,
  at: number,
  touched: Touched,
): void {
  if (state.taskTotals.open > 0) {
    for (const id of state.order) {
      const task = taskOf(state, id);
      if (isTerminalTask(task.status)) continue;
      closeAttempt(task, "aborted", at);
      Object.assign(task, { status, diagnosis, endedAt: at });
      touched.tasks.add(id);
    }
    state.taskTotals = countTasks(state);
  }
  Object.assign(state, { ready: [], active: {}, waiting: {}, held: {}, blockedTasks: [] });
  for (const [key, effect] of Object.entries(state.inFlight)) {
    if (effect.taskId !== undefined && !isBeside(effect)) delete state.inFlight[key];
  }
}

export function closeAttempt(task: TaskState, outcome: "succeeded" | "failed" | "aborted", at: number): void {
  const attempt = task.attempts.at(-1);
  if (!attempt || attempt.endedAt !== undefined) return;
  attempt.endedAt = at;
  attempt.outcome = outcome;
  delete task.writing;
}
