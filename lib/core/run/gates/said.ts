import type { Json } from "../../json";
import { getOwn } from "../../own";
import { reviewerNamed } from "../../people";
import type { TaskType } from "../../plan/words";
import type { StoredValue } from "../../stored-value";
import { cutText, withLeft } from "../../text";
import type { ApprovalState, RunState, TaskState, Vote } from "../state";
import { hasRejected, type ItemVerdict } from "./items";
import { authorsOf, denialReason } from "./rules";
import { type ApprovalKind, answerRow, type GateVerb, isAboutCall, isAboutPlan, isBinding } from "./table";
import { isSameAnswer, votedValue } from "./votes";

/** What a person said at a gate, or when they took a task in hand. Without `words` it was an answer of their own. */
export type PersonWords = {
  /** Absent where the run does not say who. */
  by?: string;
  who: Speaker;
  /** The task that they spoke of, by its title as it was shown to them; else the kind of the gate about the plan. */
  about: { task: string } | { gate: ApprovalKind; planVersion: number };
  verb: GateVerb | "supply";
  words?: string;
  /** The beginning of a value of their own, and of the question of an agent that it answers. */
  given?: { value: string; question?: string };
  /** Verdicts on the items of a list, some of which were rejected. */
  items?: ItemVerdict[];
  at: number;
};

export type Speaker = { id: string; name: string };
/** Says of somebody whether what they said reaches the one who does the work. */
type MayInstruct = (who: Speaker, gate?: ApprovalState) => boolean;

/** Where words are said that reach a task: of the plan and before it, or anywhere. */
export type Where = "before" | "everywhere";

/** A review reads what was said anywhere, an agent what was said before its work. */
export const placesHeard = (type: TaskType): Where => (type === "planning_review" ? "everywhere" : "before");

/** The tasks whose doers are given what people said; programs are not. */
export const READS_WORDS: ReadonlySet<TaskType> = new Set(["task", "planning_review"]);

const WORDS_CHARS = 1_000;
const GIVEN_CHARS = 300;
export const CALL_WORDS_CHARS = 4_000;

/** All that was said where it reaches a task, or in the run, by those who may, oldest first. */
export function wordsSaid(
  state: Readonly<RunState>,
  taskId: string | undefined,
  where: Where,
  mayInstruct: MayInstruct,
): PersonWords[] {
  const spoken = spokenTo(state, taskId, where);
  const atGates = Object.values(state.approvals).flatMap((gate) =>
    spoken.at(gate) ? wordsAt(state, gate, mayInstruct) : [],
  );
  return [...atGates, ...wordsInHand(state, spoken.of, mayInstruct)]
    .sort((a, b) => a.at - b.at)
    .map((one) => withWords(one, WORDS_CHARS));
}

/** A gate, or another place where people speak, as far as it says whom that reaches. */
type Place = Pick<ApprovalState, "kind" | "planVersion"> & Partial<ApprovalState>;

/** Says of a gate, and of a task taken in hand, whether words there are for the one who does a task. */
export function spokenTo(
  state: Readonly<RunState>,
  taskId: string | undefined,
  where: Where,
): { at: (gate: Place) => boolean; of: (id: string | undefined) => boolean } {
  const task = taskId === undefined ? undefined : getOwn(state.tasks, taskId);
  const before = taskId === undefined || where === "everywhere" ? undefined : tasksBefore(state, taskId);
  const concerns = (id: string | undefined) => before === undefined || id === undefined || before.has(id);
  const { sinceVersion: since = 0, attempt } = task ?? {};
  /** Of its own calls in this attempt the agent hears with what they gave. */
  const isEarlierCall = ({ kind, taskId: id, subject }: Place) =>
    id !== undefined && id === taskId && isAboutCall(kind) && Number(subject?.attempt) < Number(attempt);
  return {
    of: concerns,
    at(gate) {
      const { kind, taskId: id, decided, planVersion } = gate;
      if (!isAboutPlan(kind)) return false;
      const isRedone = hasRejected(decided?.items) && decided?.verb !== "edit" && planVersion < since;
      return concerns(id) || isRedone || isEarlierCall(gate) || sentBackAt(state, gate, taskId) !== undefined;
    },
  };
}

/** The work of which people asked for changes at a gate, and in whose place this task does it again. */
export function sentBackAt(
  { tasks }: Readonly<RunState>,
  { kind, taskId: id, decided, planVersion }: Place,
  taskId: string | undefined,
): TaskState | undefined {
  const task = taskId === undefined ? undefined : getOwn(tasks, taskId);
  if (!task || id === undefined || kind !== "human_review" || decided?.verb !== "request_changes") return;
  if (decided.by.kind !== "person" || planVersion >= task.sinceVersion) return;
  return getOwn(tasks, id)
    ?.spec.dependsOn.map((one) => getOwn(tasks, one))
    .find((one) => one?.result && one.id !== task.id && one.spec.lineage === task.spec.lineage);
}

/**
 * What people told those who are at work on a task, also by those who no longer could: before its attempt began, and at its
 * calls. None of work that has not begun.
 */
export function wordsAtWork(state: Readonly<RunState>, taskId: string): PersonWords[] {
  const { attempts = [], spec } = getOwn(state.tasks, taskId) ?? {};
  const began = attempts.at(-1)?.startedAt;
  if (began === undefined || !spec || !READS_WORDS.has(spec.type)) return [];
  const everyone = () => true;
  const before = wordsSaid(state, taskId, placesHeard(spec.type), everyone).filter(({ at }) => at <= began);
  const atCalls = callGates(state, taskId).flatMap((gate) => wordsAt(state, gate, everyone));
  return [...before, ...atCalls.map((one) => withWords(one, CALL_WORDS_CHARS))];
}

/** A value that a person gave a call of an agent at work: its arguments, the answer to its question, or what it came to. */
export type GivenAtCall = {
  approvalId: string;
  by: Speaker;
  as: "arguments" | "answer" | "outcome";
  tool: string;
  value: StoredValue;
};

/** All of those of the calls of a task, oldest first. */
export function givenAtCalls(state: Readonly<RunState>, taskId: string): GivenAtCall[] {
  return callGates(state, taskId).flatMap(({ approvalId, kind, decided, subject }): GivenAtCall[] => {
    const { by, verb, value } = decided ?? {};
    const as = verb && GIVEN_AS.get(answerRow(kind, verb)?.leadsTo ?? "");
    if (by?.kind !== "person" || !value || !as) return [];
    return [{ approvalId, by: speaker(by), as, tool: String(subject?.tool ?? ""), value }];
  });
}

const GIVEN_AS: ReadonlyMap<string, GivenAtCall["as"]> = new Map([
  ["run_edited_call", "arguments"],
  ["answer_call", "answer"],
  ["take_outcome", "outcome"],
]);

/** The models that people chose in place of others, as far as they still stand for those. */
export function modelsChosen(state: Readonly<RunState>): PersonWords[] {
  return Object.values(state.approvals).flatMap(({ kind, decided, subject, planVersion }): PersonWords[] => {
    const { by, at, verb } = decided ?? {};
    if (kind !== "model_unavailable" || verb !== "other" || by?.kind !== "person" || at === undefined)
      return [];
    const model = String(subject?.model);
    const chosen = getOwn(state.replacementModels, model);
    if (chosen === undefined) return [];
    const words = `${chosen} in place of ${model}`;
    return [{ by: by.name, who: speaker(by), about: { gate: kind, planVersion }, verb, words, at }];
  });
}

/**
 * Names all that people told or gave those who do a task that has not ended: words, values, steering, another model; undefined
 * where that is nothing. It is part of what is approved (docs/engine.md, "The release").
 */
export function toldBegun(state: Readonly<RunState>, taskId: string): Json | undefined {
  const { spec, steeringMessages = [] } = getOwn(state.tasks, taskId) ?? {};
  if (!spec || !READS_WORDS.has(spec.type)) return;
  const words = [...wordsAtWork(state, taskId), ...modelsChosen(state)];
  const told = [
    ...words.map(({ who, about, verb, words: said = null, items = null, given = null }) => [
      ...[who.id, about, verb, said],
      items as Json,
      ...(given ? [given] : []),
    ]),
    ...givenAtCalls(state, taskId).map(({ by, as, tool, value }) => [by.id, as, tool, value.digest]),
    ...steeringMessages.map(({ seq, message }) => [seq, message]),
  ];
  return told.length > 0 ? (told as Json) : undefined;
}

const callGates = (state: Readonly<RunState>, taskId: string): ApprovalState[] =>
  Object.values(state.approvals).filter((gate) => gate.taskId === taskId && isAboutCall(gate.kind));

/** What people who may said at one gate. */
function wordsAt(state: Readonly<RunState>, gate: ApprovalState, mayInstruct: MayInstruct): PersonWords[] {
  const { kind, taskId: id, taskTitle, decided, planVersion } = gate;
  const items = hasRejected(decided?.items) ? { items: decided?.items as ItemVerdict[] } : {};
  const title = taskTitle ?? (id === undefined ? undefined : (getOwn(state.tasks, id)?.spec.title ?? id));
  const about = title === undefined ? { gate: kind, planVersion } : { task: title };
  const decider = decided?.by.kind === "person" ? decided.by.id : undefined;
  // The vote that decides a gate counts as its decision.
  const cast = votesFor(gate).flatMap(({ by, verb, comment, at }) =>
    // What was taken away and asked again nobody has approved.
    comment && by.id !== decider && gate.status !== "superseded" && mayInstruct(by, gate)
      ? [{ by: by.name, who: speaker(by), about, verb, words: comment, at }]
      : [],
  );
  const before = [...questionsAt(state, gate, about, mayInstruct), ...cast];
  if (decided?.by.kind !== "person" || !mayInstruct(decided.by, gate)) return before;
  const { by, verb, comment, at } = decided;
  // At a call a value of their own is its arguments, or the answer to what its agent asked.
  const isOwn = (verb === "edit" || verb === "respond") && (!isAboutCall(kind) || kind === "tool_input");
  if (!comment && !isOwn && !("items" in items)) return before;
  const given = isOwn ? givenAt(gate) : undefined;
  const said: PersonWords = { by: by.name, who: speaker(by), about, verb, at, ...items };
  if (comment) said.words = comment;
  if (given) said.given = given;
  return [...before, said];
}

function givenAt({ kind, decided, prompt, question }: ApprovalState): PersonWords["given"] {
  if (!decided?.value) return;
  const value = shortened(decided.value.preview, GIVEN_CHARS);
  const asked = kind === "tool_input" ? askedAt({ prompt, question }) : undefined;
  return asked ? { value, question: shortened(asked, GIVEN_CHARS) } : { value };
}

const askedAt = ({ prompt, question }: Pick<ApprovalState, "prompt" | "question">): string | undefined =>
  prompt ?? (question?.about === "call" ? question.summary : undefined);

/** What those asked before it was answered who may answer here: who decides nothing has no say in the work. */
function questionsAt(
  state: Readonly<RunState>,
  gate: ApprovalState,
  about: PersonWords["about"],
  mayInstruct: MayInstruct,
): PersonWords[] {
  const { asked = [], decided, unheard = [] } = gate;
  if (asked.length === 0 || !decided) return [];
  return asked.flatMap(({ by, at, words }): PersonWords[] => {
    if (by.kind !== "person" || unheard.includes(by.id) || !mayInstruct(by, gate)) return [];
    if (!mayAnswer(state, gate, by)) return [];
    return [{ by: by.name, who: speaker(by), about, verb: "ask", words, at }];
  });
}

/** True of somebody who might let a gate pass, as far as the run knows them. */
export const mayAnswer = (state: Readonly<RunState>, gate: ApprovalState, who: Speaker): boolean =>
  denialReason(gate, authorsOf(state), reviewerNamed(who), "approve") === undefined;

/** What people who may said as they took a task in hand. */
const wordsInHand = (
  state: Readonly<RunState>,
  concerns: (taskId: string) => boolean,
  mayInstruct: MayInstruct,
): PersonWords[] =>
  state.inHand
    .flatMap((id) => getOwn(state.tasks, id) ?? [])
    .flatMap(({ id, spec, endorsed, ruled }: TaskState): PersonWords[] => {
      if (!concerns(id)) return [];
      const about = { task: spec.title };
      if (ruled?.by.kind === "person" && mayInstruct(ruled.by)) {
        const { by, decision: verb, words, at } = ruled;
        return [{ by: by.name, who: speaker(by), about, verb, words, at }];
      }
      if (endorsed?.by.kind !== "person" || !mayInstruct(endorsed.by)) return [];
      const { by, reason: words, at } = endorsed;
      return [{ by: by.name, who: speaker(by), about, verb: "supply", words, at }];
    });

const withWords = (one: PersonWords, chars: number): PersonWords =>
  one.words === undefined ? one : { ...one, words: shortened(one.words, chars) };

/** Words up to a length, and how much of them is left out. */
export const shortened = (words: string, chars: number): string => withLeft(words, cutText(words, chars));

/** The votes at a gate without those for another answer than the one that let it pass: they decided nothing. */
export function votesFor({ votes = [], decided, digest }: ApprovalState): Vote[] {
  if (!decided || !isBinding(decided.verb)) return votes;
  const { verb } = decided;
  const passed = { verb, digest, value: votedValue(verb, decided.value) };
  return votes.filter((vote) => isSameAnswer(vote, passed));
}

const speaker = ({ id, name }: Speaker): Speaker => ({ id, name });

function tasksBefore(state: Readonly<RunState>, taskId: string): Set<string> {
  const found = new Set<string>();
  const open = [taskId];
  for (const id of open) {
    for (const above of getOwn(state.tasks, id)?.spec.dependsOn ?? []) {
      if (found.has(above)) continue;
      found.add(above);
      open.push(above);
    }
  }
  return found;
}
