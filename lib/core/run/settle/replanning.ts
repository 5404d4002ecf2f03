import { openApproval, openApprovalOf } from "../decide/approvals";
import { finishRun } from "../decide/finish";
import { type DraftEvent, draft } from "../events";
import type { ReplanCause } from "../events/reviews";
import { taskOf } from "../ready";
import type { RunState } from "../state";

type Limit = { counter: string; used: number; limit: number; lineage?: string };

/** Turns a wish to replan, or a halt that nothing governs any more, into a replan, a budget gate or the end. */
export function settleReplanning(state: RunState, now: number): DraftEvent[] {
  if (state.phase !== "executing" || state.paused || state.replan) return [];
  const cause = state.replanWanted ?? haltCause(state);
  if (!cause) return [];
  if (replanningIsOff(state, cause)) {
    return endHalted(state, cause.diagnosis ?? cause.reason, now);
  }
  const spent = spentLimit(state, cause);
  return spent ? onSpentLimit(state, spent, cause, now) : [startReplan(state, cause, now)];
}

/** Inside an iteration there is an answer already: the summarizer gets what went wrong, and judges. */
function endHalted(state: RunState, message: string, now: number): DraftEvent[] {
  if (state.counters.iterations === 0) return finishRun(state, "task_failed", now, { message });
  return [draft("finishing_started", { reason: "completed_early", halted: message.slice(0, 1_000) })];
}

/** A halt ends when all that ran has ended, and no review of the failed task is to decide or is deciding. */
function haltCause(state: RunState): ReplanCause | undefined {
  const { halt } = state;
  if (!halt || Object.keys(state.active).length > 0) return;
  const review = halt.review === undefined ? undefined : taskOf(state, halt.review);
  if (review && (review.status === "pending" || review.status === "waiting")) return;
  const failed = taskOf(state, halt.taskId);
  const output = failed.attempts.at(-1)?.output;
  return {
    trigger: "task_failed",
    reason: halt.diagnosis,
    taskId: failed.id,
    lineage: failed.spec.lineage,
    diagnosis: halt.diagnosis,
    ...(output && { output }),
  };
}

function replanningIsOff(state: RunState, cause: ReplanCause): boolean {
  if (cause.trigger === "review" || cause.trigger === "person") return false;
  return totalLimit(state) === 0 || (state.halt !== undefined && !state.settings.replanOnFailure);
}

const totalLimit = (state: RunState): number =>
  state.raised.maxTotalReplans ?? state.settings.maxTotalReplans;

function spentLimit(state: RunState, cause: ReplanCause): Limit | undefined {
  const used = state.counters.replans;
  const limit = totalLimit(state);
  if (used >= limit) return { counter: "maxTotalReplans", used, limit };
  const { lineage } = cause;
  if (lineage === undefined) return;
  const usedByTask = state.counters.replansByLineage[lineage] ?? 0;
  const limitByTask = state.raised.replansByLineage[lineage] ?? state.settings.maxReplansPerTask;
  if (usedByTask < limitByTask) return;
  return { counter: "maxReplansPerTask", used: usedByTask, limit: limitByTask, lineage };
}

function onSpentLimit(state: RunState, spent: Limit, cause: ReplanCause, now: number): DraftEvent[] {
  if (openApprovalOf(state, "budget")) return [];
  const { lineage, ...limit } = spent;
  const words = `${limit.counter}: ${limit.used} of ${limit.limit} replans are used`;
  const task = cause.taskId === undefined ? {} : { taskId: cause.taskId };
  const exhausted = draft("budget_exhausted", { ...limit, setting: `settings.${limit.counter}`, ...task });
  switch (state.settings.onBudget) {
    case "fail":
      return [exhausted, ...finishRun(state, "budget_exhausted", now, { message: words })];
    case "finish":
      return [exhausted, draft("finishing_started", { reason: "completed_early" })];
    case "gate": {
      const prompt = `${words}, and another is needed: ${cause.reason} Raise the limit by one (settings.${limit.counter}), complete with what there is, or abort?`;
      const subject = { ...limit, ...(lineage !== undefined && { lineage }) };
      return [
        exhausted,
        openApproval(state, { kind: "budget", prompt, verbs: ["raise", "complete", "abort"], subject }),
      ];
    }
  }
}

function startReplan(state: RunState, cause: ReplanCause, now: number): DraftEvent {
  const { replanCooldownMs, replanGraceMs } = state.settings;
  return draft("replan_started", {
    number: state.counters.replans + 1,
    cause,
    notBefore: now + replanCooldownMs,
    graceUntil: now + replanGraceMs,
  });
}
