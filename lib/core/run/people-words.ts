import { getOwn } from "../own";
import { cutText } from "../text";
import { termsOfSay } from "./controls/release/leave";
import { hasRejected, type ItemVerdict } from "./gates/items";
import { gatesOnCall } from "./gates/of-task";
import { authorsOf, bypassDenialReason } from "./gates/rules";
import { type ApprovalKind, type GateVerb, isAboutCall, isAboutPlan, isBinding } from "./gates/table";
import { isSameAnswer, votedValue } from "./gates/votes";
import type { ApprovalState, RunState, TaskState, Vote } from "./state";

/** What a person said at a gate, or when they took a task in hand. Without `words` it was an answer of their own. */
export type PersonWords = {
  /** Absent where the run does not say who. */
  by?: string;
  who: Speaker;
  /** The task that they spoke of, by its title as it was shown to them; else the kind of the gate about the plan. */
  about: { task: string } | { gate: ApprovalKind; planVersion: number };
  verb: GateVerb | "supply";
  words?: string;
  /** Verdicts on the items of a list, some of which were rejected. */
  items?: ItemVerdict[];
  at: number;
};

const MAX_WORDS = 20;
const WORDS_CHARS = 1_000;
const CALL_WORDS_CHARS = 4_000;

/**
 * What people have said in this run, oldest first, the last twenty: comments on approvals, values they changed, reasons of
 * rejections, overrides and results. Questions and reasons for a skip are none: they may come from people who decide nothing. With `taskId` only what was said of the plan and before that task, and verdicts on
 * items of a list that a later plan version is to make again; and of work that people let act only what its own people said
 * (docs/engine.md, "What people say"). A review reads what was said `everywhere`, by the same people.
 */
export function peopleWords(
  state: Readonly<RunState>,
  taskId?: string,
  where: "before" | "everywhere" = "before",
): PersonWords[] {
  if (state.approvalCount === 0 && state.inHand.length === 0) return [];
  const before = taskId === undefined || where === "everywhere" ? undefined : tasksBefore(state, taskId);
  const concerns = (id: string | undefined) => before === undefined || id === undefined || before.has(id);
  const since = taskId === undefined ? 0 : (getOwn(state.tasks, taskId)?.sinceVersion ?? 0);
  const attempt = taskId === undefined ? undefined : getOwn(state.tasks, taskId)?.attempt;
  /** Of its own calls in this attempt the agent hears with what they gave. */
  const isEarlierCall = ({ kind, taskId: id, subject }: ApprovalState) =>
    id !== undefined && id === taskId && isAboutCall(kind) && Number(subject?.attempt) < Number(attempt);
  const mayInstruct = taskId === undefined ? () => true : instructorsOf(state, taskId);
  const atGates = Object.values(state.approvals).flatMap((gate): PersonWords[] => {
    const { kind, taskId: id, taskTitle, decided, planVersion } = gate;
    const items = hasRejected(decided?.items) ? { items: decided?.items as ItemVerdict[] } : {};
    const isRedone = "items" in items && decided?.verb !== "edit" && planVersion < since;
    if (!isAboutPlan(kind) || !(concerns(id) || isRedone || isEarlierCall(gate))) return [];
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
    if (decided?.by.kind !== "person" || !mayInstruct(decided.by, gate)) return cast;
    const { by, verb, comment, at } = decided;
    // At a call a value of their own is its arguments; what they said beside it is about the work.
    const isOwn = (verb === "edit" || verb === "respond") && !isAboutCall(kind);
    if (!comment && !isOwn && !("items" in items)) return cast;
    return [
      ...cast,
      { by: by.name, who: speaker(by), about, verb, at, ...items, ...(comment && { words: comment }) },
    ];
  });
  const inHand = state.inHand
    .flatMap((id) => getOwn(state.tasks, id) ?? [])
    .flatMap(({ id, spec, endorsed, ruled }): PersonWords[] => {
      if (!concerns(id)) return [];
      const about = { task: spec.title };
      if (ruled?.by.kind === "person" && mayInstruct(ruled.by))
        return [
          {
            by: ruled.by.name,
            who: speaker(ruled.by),
            about,
            verb: ruled.decision,
            words: ruled.words,
            at: ruled.at,
          },
        ];
      if (endorsed?.by.kind !== "person" || !mayInstruct(endorsed.by)) return [];
      return [
        {
          by: endorsed.by.name,
          who: speaker(endorsed.by),
          about,
          verb: "supply",
          words: endorsed.reason,
          at: endorsed.at,
        },
      ];
    });
  return [...atGates, ...inHand]
    .sort((a, b) => a.at - b.at)
    .slice(-MAX_WORDS)
    .map((one) => (one.words === undefined ? one : { ...one, words: cutText(one.words, WORDS_CHARS) }));
}

/** The votes at a gate without those for another answer than the one that let it pass: they decided nothing. */
function votesFor({ votes = [], decided, digest }: ApprovalState): Vote[] {
  if (!decided || !isBinding(decided.verb)) return votes;
  const { verb } = decided;
  const passed = { verb, digest, value: votedValue(verb, decided.value) };
  return votes.filter((vote) => isSameAnswer(vote, passed));
}

type Speaker = { id: string; name: string };

const speaker = ({ id, name }: Speaker): Speaker => ({ id, name });

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
): (who: Speaker, gate?: ApprovalState) => boolean {
  const says = termsOfSay(state, taskId);
  if (says.length === 0) return () => true;
  const authors = authorsOf(state);
  return ({ id, name }, gate) =>
    says.every(({ terms, approvalId = "" }) => {
      const { decided } = getOwn(state.approvals, approvalId) ?? {};
      const decider = decided?.by.kind === "person" ? decided.by.id : undefined;
      // Of several who let it pass, none was shown what the others say beside.
      if (terms.quorum === 1 && (gate?.approvalId === approvalId || decider === id)) return true;
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
        : { by: by.name, words: cutText(comment.trim(), CALL_WORDS_CHARS) },
    );
  });
}

/** True where the agent hears why its call was refused. */
export function hearsRefusal(state: RunState, task: TaskState, key: string): boolean {
  const gate = gatesOnCall(state, task, key).at(-1);
  const by = gate?.decided?.by;
  return by?.kind !== "person" || instructorsOnCalls(state, task.id)(by, gate);
}

/** The same of what is said where one call is decided; who answers for its control alone says it as they let it run. */
function instructorsOnCalls(state: RunState, taskId: string) {
  const mayInstruct = instructorsOf(state, taskId);
  return (who: Speaker, gate: ApprovalState | undefined): boolean =>
    (gate?.obligations !== undefined && (gate.quorum ?? 1) === 1) || mayInstruct(who, gate);
}

/** Listed apart, since each attempt asks which tasks these are. */
export function takeInHand(state: RunState, taskId: string): void {
  if (!state.inHand.includes(taskId)) state.inHand.push(taskId);
}

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
