import { digestOf } from "../../../bytes";
import type { Json } from "../../../json";
import { looksAt } from "../../../plan/flows";
import { placeholdersOf } from "../../../plan/interpolate";
import { isTextRef } from "../../../plan/store";
import type { StoredTask } from "../../../plan/stored";
import type { TimeoutAnswer } from "../../../plan/words";
import { GATE_VERBS, isApproving, verbAmong } from "../../gates/table";
import { type ControlSettings, isPeoplesReview } from "./peoples-review";
import { WEAKNESSES, type Weakness } from "./weaknesses";

/** How long a review that requires approval waits, where it does not say. */
export const DEFAULT_REVIEW_DEADLINE_SECONDS = 3_600;

/**
 * On what terms a control lets the work behind it go on. `shows` are the ids of the tasks whose results it shows, and names of
 * parts of results (`shownId`).
 */
export type ControlTerms = {
  kind: "human_review" | "planning_review";
  /** Empty: everyone. */
  assignees: string[];
  quorum: number;
  fourEyes: boolean;
  escalateTo: string[];
  timeoutSeconds?: number;
  onTimeout?: TimeoutAnswer;
  /** Rejecting takes a reason. */
  requiresReason?: true;
  /** Digest of the form that an answer has to fit. */
  form?: string;
  /** Digest of the condition under which it asks at all. */
  condition?: string;
  shows: string[];
};

/**
 * The terms of a task that is a control, a human gate or a review that people have to decide; undefined for any other. A gate
 * can ask for four eyes where its run does not, and never lift them: plans are models' too.
 */
export function controlTerms(
  task: Pick<StoredTask, "type" | "input" | "gate" | "review" | "dependsOn"> & { uses?: string[] },
  settings: ControlSettings,
): ControlTerms | undefined {
  const { type, gate, review } = task;
  const { fourEyes } = settings;
  if (type === "human_review") {
    const { assignees = [], quorum = 1, timeoutSeconds, onTimeout, escalateTo = [], form } = gate ?? {};
    const { requiresReason = false } = gate ?? {};
    return {
      kind: type,
      assignees,
      quorum,
      fourEyes: fourEyes || gate?.fourEyes === true,
      escalateTo: onTimeout === "escalate" ? escalateTo : [],
      ...(timeoutSeconds !== undefined && { timeoutSeconds, onTimeout: onTimeout ?? "reject" }),
      ...(requiresReason && { requiresReason }),
      ...(form && { form: digestOf(form) }),
      shows: shownAt(task),
    };
  }
  if (!isPeoplesReview(task, settings)) return;
  const { approvalTimeoutSeconds, onTimeout = "abort", condition } = review ?? {};
  return {
    kind: "planning_review",
    assignees: [],
    quorum: 1,
    fourEyes,
    escalateTo: [],
    timeoutSeconds: approvalTimeoutSeconds ?? DEFAULT_REVIEW_DEADLINE_SECONDS,
    onTimeout,
    ...(condition !== undefined && { condition: digestOf(condition) }),
    shows: looksAt(task).sort(),
  };
}

/**
 * The terms of a review that people decide although nothing requires them, as where its reviewers do not agree or somebody
 * takes it in hand: like those of a control, of everyone, once.
 */
export function decidedTerms(
  task: Parameters<typeof controlTerms>[0],
  settings: ControlSettings,
): ControlTerms | undefined {
  const terms = controlTerms(task, settings);
  if (terms || task.type !== "planning_review") return terms;
  const people = { assignees: [], quorum: 1, fourEyes: settings.fourEyes, escalateTo: [] };
  return { kind: task.type, ...people, shows: looksAt(task).sort() };
}

/** The same, with the deadline that the plan gives the gate of such a review. */
export function termsWithDeadline(
  task: Parameters<typeof controlTerms>[0],
  settings: ControlSettings,
): ControlTerms | undefined {
  const terms = decidedTerms(task, settings);
  const { approvalTimeoutSeconds: timeoutSeconds, onTimeout } = task.review ?? {};
  const isGiven = timeoutSeconds !== undefined && onTimeout !== undefined;
  return terms && isGiven && !controlTerms(task, settings) ? { ...terms, timeoutSeconds, onTimeout } : terms;
}

/**
 * The results that a human gate puts before people: all that it waits for, unless it has an input, which stands in their
 * place. Of a long input, which is kept elsewhere, it is not known. What its question quotes may be cut.
 */
function shownAt({ input, uses = [], gate, dependsOn }: Parameters<typeof controlTerms>[0]): string[] {
  const ids = new Set([...dependsOn, ...uses]);
  const named = (text: Json) => placeholdersOf(text, ids).filter(({ known }) => known);
  const quoted = named(gate?.prompt ?? "").map(({ id, path }) => partOf(id, `quoted ${path}`));
  if (input === "" || input === null) return [...new Set([...dependsOn, ...quoted])].sort();
  const given = isTextRef(input) ? [] : named(input);
  return [...new Set([...given.map(({ id, path }) => partOf(id, path)), ...quoted])].sort();
}

const partOf = (id: string, part: string): string => (part === "" ? id : `${id}\n${part}`);

/** The task of which a control shows a result, or a part of it. */
export const shownId = (shown: string): string => shown.split("\n", 1)[0] ?? shown;

/**
 * In what `terms` are weaker than `wanted` (docs/engine.md, "Controls"); empty when they are at least as strong. `due` is
 * what has to be shown, results or parts of them.
 */
export function weaknessesOf(
  terms: ControlTerms,
  wanted: ControlTerms,
  due: readonly string[] = [],
): Weakness[] {
  const weaker: Record<Weakness, boolean> = {
    kind: wanted.kind === "human_review" && terms.kind !== "human_review",
    assignees: !isNarrower(terms.assignees, wanted.assignees),
    quorum: terms.quorum < wanted.quorum,
    four_eyes: wanted.fourEyes && !terms.fourEyes,
    escalation: !isEscalationCovered(terms, wanted),
    timeout: isLaxerTimeout(terms, wanted),
    reason: wanted.requiresReason === true && terms.requiresReason !== true,
    form: wanted.form !== undefined && terms.form !== wanted.form,
    condition: terms.condition !== undefined && terms.condition !== wanted.condition,
    shown: due.some((one) => !terms.shows.includes(one) && !terms.shows.includes(shownId(one))),
    // Policies and checks are weaker by what they say, not by whom they ask.
    policy: false,
    predicate: false,
    schema: false,
    model_review: false,
    refusal: false,
    source: false,
    measure: false,
    unchecked: false,
  };
  return WEAKNESSES.filter((weakness) => weaker[weakness]);
}

/** Whom terms ask, how many, and whether the author counts. */
type PeopleTerms = { assignees: readonly string[]; quorum: number; fourEyes?: boolean | undefined };

/** True where the people who pass the first could have passed the second: the same or fewer may, and as many have to. */
export const asksNoOthers = (terms: PeopleTerms, wanted: PeopleTerms): boolean =>
  isNarrower(terms.assignees, wanted.assignees) &&
  terms.quorum >= wanted.quorum &&
  (terms.fourEyes === true || wanted.fourEyes !== true);

/** Nobody named means everyone, which only everyone covers. */
function isNarrower(people: readonly string[], wanted: readonly string[]): boolean {
  if (wanted.length === 0) return true;
  return people.length > 0 && people.every((one) => wanted.includes(one));
}

/** Handing a gate on widens who may answer it: to nobody that the wanted terms would not let answer too by then. */
function isEscalationCovered(terms: ControlTerms, wanted: ControlTerms): boolean {
  if (terms.onTimeout !== "escalate" || wanted.assignees.length === 0) return true;
  const isWanted = wanted.onTimeout === "escalate";
  if (isWanted && Number(terms.timeoutSeconds) < Number(wanted.timeoutSeconds)) return false;
  // Handed on to nobody named it is everyone's.
  if (isWanted && wanted.escalateTo.length === 0) return true;
  if (terms.escalateTo.length === 0) return false;
  const due = isWanted ? wanted.escalateTo : [];
  return terms.escalateTo.every((to, n) => isNarrower([to], [...wanted.assignees, ...due.slice(0, n + 1)]));
}

/** Silence that lets work go on is laxer than silence that does not, and sooner silence laxer than later. */
function isLaxerTimeout(terms: ControlTerms, wanted: ControlTerms): boolean {
  if (!passesInSilence(terms)) return false;
  return !passesInSilence(wanted) || Number(terms.timeoutSeconds) < Number(wanted.timeoutSeconds);
}

/** Whether nobody needs to answer for the work behind it to go on. */
export function passesInSilence({ timeoutSeconds, onTimeout }: ControlTerms): boolean {
  const verb = verbAmong(GATE_VERBS, onTimeout ?? "");
  return timeoutSeconds !== undefined && verb !== undefined && isApproving(verb);
}
