import { faultGate } from "../decide";
import { settleReflection, settleSentBack } from "../decide/answer";
import { beginFinishing, finishRun } from "../decide/finish";
import { openApprovalOf } from "../decide/gates/open";
import { askAboutPlanInForce } from "../decide/gates/plan";
import { settleOffered } from "../decide/plan/offered";
import { settleRetrospect } from "../decide/retrospect";
import { blockTask } from "../decide/tasks/failure";
import { awaitsLeave } from "../effects";
import { type DraftEvent, draft } from "../events";
import type { RunState } from "../state";
import { taskOf } from "../state/ready";
import { settleAnswerHold } from "./answer-hold";
import { settleBudgets } from "./budgets";
import { settleRefinement } from "./refinement";
import { settleReplanning } from "./replanning";
import { settleTimers } from "./timers";

const TAKEOVERS_BEFORE_FAULT = 5;

/**
 * What follows by itself from the state at this moment: timers that are due, tasks that can never start, the end of
 * a halt, the start of a replan, the end of the plan. Called after every command until it gives nothing more.
 */
export function settle(state: RunState, now: number): DraftEvent[] {
  if (state.phase === "ended" || state.phase === "new") return [];
  if (state.phase === "retrospect") return settleRetrospect(state, now);
  const rules = [
    settleTakeovers,
    settleTimers,
    settleOffered,
    settleReflection,
    settleBudgets,
    settleBlocked,
    settleReplanning,
    settlePlanQuestion,
    settleRefinement,
    settleAnswerHold,
    settleEnd,
  ];
  for (const rule of rules) {
    const events = rule(state, now);
    if (events.length > 0) return events;
  }
  return [];
}

function settleTakeovers(state: RunState): DraftEvent[] {
  if (state.takeovers < TAKEOVERS_BEFORE_FAULT) return [];
  return faultGate(state, { code: "takeovers", count: state.takeovers });
}

/** Under a halt or before a replan they wait: the plan may yet change. */
function settleBlocked(state: RunState): DraftEvent[] {
  if (state.halt || state.replanWanted || state.replan || openApprovalOf(state, "plan_approval")) return [];
  const blocked = state.blockedTasks[0];
  if (!blocked) return [];
  const { taskId, diagnosis, skip } = blocked;
  if (skip) return [draft("task_skipped", { taskId, reason: { code: "input_skipped" }, diagnosis })];
  return [blockTask(taskOf(state, taskId), diagnosis)];
}

/** Another plan was wanted in place of one that people have not let pass, and has not come, or needs their leave as well. */
function settlePlanQuestion(state: RunState): DraftEvent[] {
  const { phase, unapproved, replan, replanWanted, halt } = state;
  const isOpen = openApprovalOf(state, "plan_approval") !== undefined;
  if (phase !== "executing" || !unapproved || isOpen || replan || replanWanted) return [];
  // What halts a plan that nobody has let run stands still with it.
  if (halt && !awaitsLeave(state)) return [];
  return [askAboutPlanInForce(state)];
}

function settleEnd(state: RunState, now: number): DraftEvent[] {
  const { phase, taskTotals, replan, replanWanted, halt } = state;
  if (phase === "finishing" && !openApprovalOf(state, "answer_release")) return settleSentBack(state, now);
  if (phase !== "executing" || taskTotals.open > 0 || replan || replanWanted || halt) return [];
  if (openApprovalOf(state, "plan_approval") || openApprovalOf(state, "answer_release")) return [];
  const reason = state.finishing ?? "answer_complete";
  const { answer, answerByPerson, settings } = state;
  if (!answer) return beginFinishing(state, { reason });
  if (!settings.reflection.enabled || answerByPerson) return finishRun(state, reason, now);
  const candidate = draft("answer_written", { value: answer, candidate: true });
  return [...beginFinishing(state, { reason }), candidate];
}
