import { getOwn } from "../own";
import type { TaskType } from "../plan/words";
import { obligationId } from "./controls/obligations";
import { type OpenQuestion, openQuestions, openWorkAt } from "./controls/release/asked";
import { type SayTerms, termsOfSay } from "./controls/release/leave";
import { asksNoOthers } from "./controls/terms/terms";
import type { ItemVerdict } from "./gates/items";
import { gatesOnCall, itemsOfCall } from "./gates/of-task";
import { authorsOf, bypassDenialReason } from "./gates/rules";
import {
  CALL_WORDS_CHARS,
  mayAnswer,
  modelsChosen,
  type PersonWords,
  placesHeard,
  READS_WORDS,
  type Speaker,
  shortened,
  spokenTo,
  votesFor,
  type Where,
  wordsAtWork,
  wordsSaid,
} from "./gates/said";
import { isAboutCall } from "./gates/table";
import type { ApprovalState, RunState, TaskState } from "./state";

const MAX_WORDS = 20;

/**
 * What people have said in this run, oldest first, the last twenty: comments on approvals, values they changed, reasons of
 * rejections, overrides and results, and questions of those who may answer. Reasons for a skip are none: they may come from people who decide nothing. With `taskId` only what was said of the plan and before that task, and verdicts on
 * items of a list that a later plan version is to make again; and of work that people let act only what its own people said
 * (docs/engine.md, "What people say"). A review reads what was said `everywhere`, by the same people. `until` is when the one who
 * reads them began: who is shown at a gate what they know is shown that.
 */
export function peopleWords(
  state: Readonly<RunState>,
  taskId?: string,
  where: Where = "before",
  until = Number.POSITIVE_INFINITY,
): PersonWords[] {
  if (state.approvalCount === 0 && state.inHand.length === 0) return [];
  const mayInstruct = taskId === undefined ? () => true : instructorsOf(state, taskId);
  const said = wordsSaid(state, taskId, where, mayInstruct).filter(({ at }) => at <= until);
  return said.slice(-MAX_WORDS);
}

type Heard = { task: { id: string; type: TaskType }; ended?: true | undefined };

/**
 * What people have said that those read who do any of this work, each once: what they read who begin now, and what those were told
 * who are at work. Programs read none, and who will do work that is in no plan so far (`isNew`) may read all.
 */
export function wordsHeard(state: Readonly<RunState>, work: readonly Heard[], isNew = false): PersonWords[] {
  const open = work.filter(({ task: { type }, ended }) => !ended && READS_WORDS.has(type));
  const heard = open.flatMap(({ task: { id, type } }) => [
    ...peopleWords(state, id, placesHeard(type)),
    ...wordsAtWork(state, id),
  ]);
  const models = open.length > 0 || isNew ? modelsChosen(state) : [];
  const all = [...(isNew ? peopleWords(state) : []), ...heard, ...models];
  const once = new Map(all.map((one) => [JSON.stringify(one), one]));
  return [...once.values()].sort((a, b) => a.at - b.at);
}

/** Where something is said: at a gate, or at a review whose decision is held. */
type SaidAt = Pick<ApprovalState, "kind" | "taskId" | "planVersion"> & Partial<ApprovalState>;

/**
 * Other open questions that list work which hears what is said here, or takes up what is given, by somebody who has a say in it:
 * their people have not been shown that. `value` and `model` are true of an answer that brings one.
 */
export function questionsHearing(state: RunState, at: SaidAt, said: Said): OpenQuestion[] {
  const reaches = hearing(state, at, said);
  const isSame = ({ approvalId, taskId }: OpenQuestion) =>
    approvalId === at.approvalId && (approvalId !== undefined || taskId === at.taskId);
  return openQuestions(state).filter(
    (question) => !isSame(question) && openWorkAt(state, question).some(reaches),
  );
}

/** True where work that a gate lists hears what somebody asks there: who lets it act has to have read that. */
export const isHeardBehind = (state: RunState, gate: ApprovalState, by: Speaker): boolean =>
  mayAnswer(state, gate, by) &&
  openWorkAt(state, gate).some(hearing(state, gate, { by, words: true, value: false, model: false }));

type Said = { by: Speaker; words: boolean; value: boolean; model: boolean };

/** Says of a task whether those who do it hear what is said, or take up what is given. */
const hearing =
  (state: RunState, at: SaidAt, { by, words, value, model }: Said) =>
  ({ id, type }: Heard["task"]): boolean => {
    if (value && id === at.taskId) return true;
    if (!READS_WORDS.has(type) || isJudged(state, id)) return false;
    if (model) return true;
    if (!words) return false;
    if (isAboutCall(at.kind) && id === at.taskId) return instructorsOnCalls(state, id)(by, at);
    return spokenTo(state, id, placesHeard(type)).at(at) && instructorsOf(state, id)(by, at);
  };

/** True of a review whose decision is held or asked about: who made it reads no more. */
const isJudged = ({ held, tasks }: RunState, id: string): boolean =>
  getOwn(held, id) !== undefined ||
  (getOwn(tasks, id)?.spec.type === "planning_review" && getOwn(tasks, id)?.approvalId !== undefined);

/** Those whose words the next plan is written on, or one was until then: what a model makes of them is theirs as well. */
export const speakersOf = (state: Readonly<RunState>, until = Number.POSITIVE_INFINITY): Speaker[] => {
  const said = peopleWords(state).filter(({ at }) => at <= until);
  return [...new Map(said.map(({ who }) => [who.id, who])).values()];
};

/**
 * Says of a person whether what they said may reach the agent of a task: of work that people let act, or on which it rests, those
 * alone who said it as they let it pass, or who may let it pass, since words are instructions that nobody else was shown.
 */
function instructorsOf(
  state: Readonly<RunState>,
  taskId: string,
): (who: Speaker, gate?: Partial<ApprovalState>, isAnswered?: (terms: SayTerms) => boolean) => boolean {
  const says = termsOfSay(state, taskId);
  if (says.length === 0) return () => true;
  const authors = authorsOf(state);
  return ({ id, name }, gate, isAnswered = () => false) =>
    says.every(({ terms, approvalId = "" }) => {
      const { decided } = getOwn(state.approvals, approvalId) ?? {};
      const decider = decided?.by.kind === "person" ? decided.by.id : undefined;
      // Of several who let it pass, none was shown what the others say beside.
      if (terms.quorum === 1 && (gate?.approvalId === approvalId || decider === id || isAnswered(terms)))
        return true;
      const voter = { id, name, roles: [], mayReview: true };
      return bypassDenialReason([terms], authors, voter) === undefined;
    });
}

/**
 * What people said when they were asked about one call of the task's attempt, in the order in which they said it: of those
 * who let it run. Why it was rejected goes with the refusal.
 */
export function wordsOnCall(state: RunState, task: TaskState, key: string): { by: string; words: string }[] {
  const asked = gatesOnCall(state, task, key);
  if (asked.length === 0) return [];
  const mayInstruct = instructorsOnCalls(state, task.id);
  return asked.flatMap((gate) => {
    const { decided } = gate;
    const { by: decider } = decided ?? {};
    const byPerson = decider?.kind === "person" && decided?.verb !== "reject" ? decider : undefined;
    // The vote that decides a gate counts as its decision.
    const cast = votesFor(gate).flatMap(({ by, comment }) => (by.id === byPerson?.id ? [] : { by, comment }));
    const said = [...cast, ...(byPerson ? [{ by: byPerson, comment: decided?.comment }] : [])];
    return said.flatMap(({ by, comment = "" }) =>
      comment.trim() === "" || !mayInstruct(by, gate)
        ? []
        : { by: by.name, words: shortened(comment.trim(), CALL_WORDS_CHARS) },
    );
  });
}

/** Why a call was refused, as far as its agent hears it: a comment and verdicts on items alike, of those who have a say in its work. */
export function refusalHeard(
  state: RunState,
  task: TaskState,
  key: string,
  comment: string | undefined,
): { comment?: string; items?: ItemVerdict[] } {
  const gate = gatesOnCall(state, task, key).at(-1);
  const by = gate?.decided?.by;
  if (by?.kind === "person" && !instructorsOnCalls(state, task.id)(by, gate)) return {};
  const items = itemsOfCall(state, task, key, "reject");
  return { ...(comment !== undefined && { comment }), ...(items && { items }) };
}

/**
 * The same of what is said where one call is decided: who answers for a control alone says it as they let it run, and for every
 * control that asks no others. People of one that asks less were not all that had to let it run.
 */
function instructorsOnCalls(state: RunState, taskId: string) {
  const mayInstruct = instructorsOf(state, taskId);
  return (who: Speaker, gate: Partial<ApprovalState> | undefined): boolean => {
    const { obligations: met = [], quorum = 1 } = gate ?? {};
    if (met.length === 0 || quorum > 1) return mayInstruct(who, gate);
    const asked = state.obligations.filter((one) => met.includes(obligationId(one)));
    return mayInstruct(who, gate, (terms) => asked.some((one) => asksNoOthers(one.terms, terms)));
  };
}

/** Listed apart, since each attempt asks which tasks these are. */
export function takeInHand(state: RunState, taskId: string): void {
  if (!state.inHand.includes(taskId)) state.inHand.push(taskId);
}
