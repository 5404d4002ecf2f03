import { getOwn } from "../../own";
import { passes } from "../../reflection";
import type { StoredValue } from "../../stored-value";
import type { WorkerCommand } from "../commands";
import { type DraftEvent, draft } from "../events";
import type { Reason } from "../events/reason";
import { type Accept, acceptedFacts, nextOfReflection, openReflection, type Stopped } from "../reflections";
import { routeIteration } from "../replans/route-iteration";
import type { AnswerState, ReflectionState, RunState } from "../state";
import { finishRun } from "./finish";
import { lateResult } from "./late-results";

type Report<T extends WorkerCommand["type"]> = Extract<WorkerCommand, { type: T }>;

/** The answer is there: it stands and ends the run, or is critiqued first (docs/agents.md, "Answer reflection"). */
export function submitAnswer(
  state: RunState,
  value: StoredValue,
  now: number,
  { key, byRule = false }: { key?: string; byRule?: boolean },
): DraftEvent[] {
  // Those who asked for another answer judge it themselves, before it is given.
  if (state.answerSentBack) return [draft("answer_written", { value, ...(byRule && { byRule }) }, key)];
  // What was put together by rule says nothing that a critic could fix.
  if (state.settings.reflection.enabled && !byRule) {
    return [draft("answer_written", { value, candidate: true }, key)];
  }
  const written = draft("answer_written", { value, ...(byRule && { byRule }) }, key);
  return [written, ...finishWith(state, value, now, byRule)];
}

/** The answer that people had asked for is there, and they have let it pass. */
export function settleSentBack(state: RunState, now: number): DraftEvent[] {
  const { phase, answer, answerSentBack } = state;
  return phase === "finishing" && answerSentBack && answer ? finishWith(state, answer, now) : [];
}

function finishWith(state: RunState, answer: StoredValue, now: number, byRule = false): DraftEvent[] {
  const because = endingReasons(state, byRule);
  return finishRun(state, state.finishing ?? "answer_complete", now, { answer, because });
}

/** Why the run ended early, and how its answer came about. */
function endingReasons({ halted, summaryFailed, ledger }: RunState, byRule: boolean): Reason[] {
  const { closing: counter, closedAt } = ledger;
  return [
    ...(halted ? [halted] : []),
    ...(summaryFailed === undefined ? [] : [{ code: "summary_failed", cause: summaryFailed } as const]),
    ...(counter === undefined
      ? []
      : [{ code: "budget_exhausted", counter, ...closedAt, ...(byRule && { byRule }) } as const]),
  ];
}

/** The critic has scored the last answer; one that passes, and the best after the last revision, stands. */
export function decideAnswerCritiqued(
  state: RunState,
  { key, type, critique }: Report<"answer_critiqued">,
  now: number,
): DraftEvent[] {
  const reflection = openReflection(state);
  const last = reflection?.answers.at(-1);
  if (!getOwn(state.inFlight, key) || !reflection || !last) return lateResult(key, type);
  const { threshold } = state.settings.reflection;
  const revisions = reflection.answers.length - 1;
  const passed = passes(critique.score, threshold);
  const answers = [...reflection.answers.slice(0, -1), { ...last, critique }];
  const critiqued = draft("answer_critiqued", { ...critique, revisions, threshold, passed }, key);
  const move = nextOfReflection(state, { answers });
  return move.do === "accept" ? [critiqued, ...acceptAnswer(state, answers, move, now)] : [critiqued];
}

/** How the plan was carried out has been judged, or could not be: the answer is written next. */
export function decideApproachCritiqued(
  state: RunState,
  command: Report<"approach_critiqued"> | Report<"approach_not_critiqued">,
): DraftEvent[] {
  const { key } = command;
  if (!getOwn(state.inFlight, key)) return lateResult(key, command.type);
  const said = command.type === "approach_critiqued" ? command.critique : { failed: command.reason };
  return [draft("approach_critiqued", said, key)];
}

export function decideAnswerRevised(
  state: RunState,
  { key, type, value }: Report<"answer_revised">,
): DraftEvent[] {
  const reflection = openReflection(state);
  if (!getOwn(state.inFlight, key) || !reflection) return lateResult(key, type, value);
  return [draft("answer_revised", { revision: reflection.answers.length, value }, key)];
}

/** The critic or the revision failed, or has no room: what there is stands, and the run ends as it would have. */
export function decideReflectionStopped(
  state: RunState,
  { key, type, stopped, reason }: Report<"reflection_stopped">,
  now: number,
): DraftEvent[] {
  const reflection = openReflection(state);
  if (!getOwn(state.inFlight, key) || !reflection) return lateResult(key, type);
  return stopReflection(state, reflection, { stopped, reason, key }, now);
}

/** A run whose time is over, or that closes for a budget, keeps the answer it has: nobody is asked for more room. */
export function settleReflection(state: RunState, now: number): DraftEvent[] {
  const reflection = openReflection(state);
  const { exhaustedLimit, closing } = state.ledger;
  const counter = exhaustedLimit?.counter ?? closing;
  if (!reflection || counter === undefined) return [];
  const reason = { code: "budget_exhausted", counter } as const;
  return stopReflection(state, reflection, { stopped: "budget", reason }, now);
}

function stopReflection(
  state: RunState,
  { answers }: ReflectionState,
  stop: Stopped & { key?: string },
  now: number,
): DraftEvent[] {
  // What is stopped is always accepted.
  const move = nextOfReflection(state, { answers }, stop.stopped) as Accept;
  return acceptAnswer(state, answers, move, now, stop);
}

function acceptAnswer(
  state: RunState,
  answers: readonly AnswerState[],
  move: Accept,
  now: number,
  stop?: Stopped & { key?: string },
): DraftEvent[] {
  const { value } = answers[move.answer] as AnswerState;
  const facts = acceptedFacts(move, answers, state.settings.reflection.threshold, stop);
  return [draft("answer_accepted", facts, stop?.key), ...finishWith(state, value, now)];
}

/** The summarizer has spoken: the mission goes round once more, or ends with its answer. */
export function decideSummaryWritten(
  state: RunState,
  command: Report<"summary_written">,
  now: number,
): DraftEvent[] {
  const { key, summary } = command;
  if (!getOwn(state.inFlight, key)) return lateResult(key, command.type);
  const { finishing, halted, counters, settings, ledger } = state;
  const { closing } = ledger;
  const route = routeIteration({
    needReplan: summary.needReplan,
    reason: summary.replanReason,
    earlierReason: counters.iterations > 0 ? state.summaries.at(-1)?.replanReason : undefined,
    iteration: counters.iterations,
    limit: settings.maxIterations,
    closed: closing !== undefined || (finishing === "completed_early" && halted === undefined),
  });
  const events = [draft("summarized", summary, key), draft("iteration_routed", route)];
  if (route.decision === "iterate") {
    const next = { iteration: route.iteration + 1, limit: route.limit, reason: summary.replanReason };
    return [...events, draft("iteration_started", next)];
  }
  return [...events, ...submitAnswer(state, summary.finalAnswer, now, {})];
}

/** Without a summary the plain answer is written; a failure of the summarizer never goes round again. */
export function decideSummaryUnwritten(state: RunState, command: Report<"summary_unwritten">): DraftEvent[] {
  const { key, reason } = command;
  if (!getOwn(state.inFlight, key)) return lateResult(key, command.type);
  return [draft("summary_failed", { reason }, key)];
}
