import type { EventOf } from "../events";
import type {
  AnswerState,
  AttemptReflection,
  AttemptState,
  ReflectionState,
  RunState,
  SummaryState,
} from "../state";
import { taskOf } from "../state/ready";
import { recordIterationStarted } from "./replan-history";

export function applyAnswerWritten(state: RunState, { payload, at }: EventOf<"answer_written">): void {
  const { value, candidate } = payload;
  state.answer = value;
  if (candidate) state.reflection = { answers: [{ value, at }] };
}

/** The next answer is written for its people, who are asked about it again. */
export function sendAnswerBack(state: RunState): void {
  const { answer, answerSentBack } = state;
  state.answerSentBack = { times: (answerSentBack?.times ?? 0) + 1, ...(answer && { answer }) };
  delete state.answer;
  delete state.answerByPerson;
}

export function applyAnswerCritiqued(state: RunState, { payload }: EventOf<"answer_critiqued">): void {
  const { taskId, attempt: _attempt, step = 1, revisions, threshold, passed, ...critique } = payload;
  if (taskId !== undefined) {
    const reflection = attemptReflection(state, taskId);
    const { score, feedback } = critique;
    reflection.critiques += 1;
    reflection.last = { step, score, feedback, passed, threshold };
    return;
  }
  (runReflection(state).answers[revisions] as AnswerState).critique = critique;
}

/** What is rewritten is the answer, until it turns out that an earlier one was better. */
export function applyAnswerRevised(state: RunState, { payload, at }: EventOf<"answer_revised">): void {
  const { value } = payload;
  runReflection(state).answers.push({ value, at });
  state.answer = value;
}

export function applyAnswerAccepted(state: RunState, { payload }: EventOf<"answer_accepted">): void {
  const { taskId, attempt: _attempt, step, ...accepted } = payload;
  if (taskId !== undefined) {
    const { outcome, score, questions, stopped, reason } = accepted;
    Object.assign(attemptReflection(state, taskId), {
      outcome,
      questions,
      ...(step !== undefined && { step }),
      ...(score !== undefined && { score }),
      ...(stopped !== undefined && { stopped }),
      ...(reason !== undefined && { reason }),
    });
    return;
  }
  const reflection = runReflection(state);
  reflection.accepted = accepted;
  state.answer = (reflection.answers[accepted.kept] as AnswerState).value;
}

const runReflection = (state: RunState): ReflectionState => state.reflection as ReflectionState;

function attemptReflection(state: RunState, taskId: string): AttemptReflection {
  const attempt = taskOf(state, taskId).attempts.at(-1) as AttemptState;
  attempt.reflection ??= { critiques: 0 };
  return attempt.reflection;
}

export function applySummarized(state: RunState, event: EventOf<"summarized">): void {
  const { planVersion, counters } = state;
  state.summaries.push({ ...event.payload, iteration: counters.iterations, planVersion, at: event.at });
}

/** Comes right after the summary that it routes. */
export function applyIterationRouted(state: RunState, event: EventOf<"iteration_routed">): void {
  (state.summaries.at(-1) as SummaryState).route = event.payload;
}

/** The one place where the count of iterations rises. The plan in force stays until the planner's is adopted. */
export function applyIterationStarted(state: RunState, event: EventOf<"iteration_started">): void {
  const { iteration, reason } = event.payload;
  state.counters.iterations = iteration;
  recordIterationStarted(state, event);
  state.iteration = { number: iteration, reason, fromVersion: state.planVersion };
  state.phase = "planning";
  delete state.finishing;
  delete state.halted;
}
