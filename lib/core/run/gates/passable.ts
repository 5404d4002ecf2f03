import type { Answerer } from "../../people";
import type { ControlTerms } from "../controls/terms/terms";
import type { ApprovalState, Vote } from "../state";
import { denialReason, escalationTarget, isAssigned, isOutsider, ROLE_PREFIX } from "./rules";
import { GATE_VERBS, type GateVerb, isApproving, verbAmong } from "./table";
import { proposalsOf } from "./votes";

/** Who could let gates pass: the people and keys of the workspace, and the ids of those who wrote the mission or the plan. */
export type GatePeople = { people: readonly Answerer[]; authors: readonly string[] };

/** Why nobody here can let a gate pass. All lists hold names. */
export type Unpassable = {
  /** Whom it asks, those to whom it is handed on included; empty: everyone. */
  asked: string[];
  quorum: number;
  /** Who may let it pass, fewer than its quorum. */
  able: string[];
  /** Who could but for the four eyes. */
  authors: string[];
  /** Whom it can be assigned to instead: names, and roles as `role:<name>`. */
  choices: string[];
};

/**
 * Why a gate under these terms can never pass here (docs/engine.md, "Who may answer"); undefined where it can, also where
 * silence lets it pass. The one who stands for every name counts once.
 */
export function unpassable(
  terms: Pick<
    ControlTerms,
    "assignees" | "quorum" | "fourEyes" | "escalateTo" | "timeoutSeconds" | "onTimeout"
  >,
  { people, authors }: GatePeople,
): Unpassable | undefined {
  const { quorum, fourEyes } = terms;
  if (passesInSilence(terms)) return;
  const reviewers = people.filter(({ capabilities }) => capabilities.includes("review"));
  const others = reviewers.filter(({ id }) => !fourEyes || !authors.includes(id));
  const asked = askedInTime(terms);
  const able = others.filter((one) => isAssigned(asked, one));
  if (able.length >= quorum) return;
  return {
    asked,
    quorum,
    able: able.map(({ name }) => name),
    authors: reviewers
      .filter((one) => !others.includes(one) && isAssigned(asked, one))
      .map(({ name }) => name),
    choices: assignable(others),
  };
}

type OpenGate = Pick<
  ApprovalState,
  | "assignees"
  | "quorum"
  | "votes"
  | "fourEyes"
  | "handedOn"
  | "deadlineAt"
  | "timeoutMs"
  | "onTimeout"
  | "escalations"
  | "escalateTo"
>;

/**
 * The votes at a gate that count with these people: those of everyone who could give them now, also under what else binds an
 * answer of theirs (`termsOf`). That of somebody who has lost their key, their role or the right to review since counts for nothing.
 */
export function votesThatCount(
  gate: Pick<OpenGate, "assignees" | "fourEyes" | "handedOn" | "votes">,
  { people, authors }: GatePeople,
  termsOf: (verb: GateVerb) => readonly Pick<OpenGate, "assignees" | "fourEyes">[] = () => [],
): Vote[] {
  const known = authors.map((id) => ({ id, name: id }));
  return (gate.votes ?? []).filter(({ by, verb }) => {
    const voter = people.find(({ id }) => id === by.id);
    if (!voter) return false;
    const mayReview = voter.capabilities.includes("review");
    const isDenied = (terms: typeof gate) =>
      denialReason(terms, known, { ...voter, mayReview }, "approve") !== undefined;
    return ![gate, ...termsOf(verb)].some(isDenied);
  });
}

/**
 * Why an open gate can never pass with these people; undefined where it can. Votes that still count do, those for the answer
 * that has most of them, to which every other voter may come over; `quorum` is how many are missing.
 */
export function stuckGate(gate: OpenGate, { people, authors }: GatePeople): Unpassable | undefined {
  const { assignees, quorum = 1, fourEyes = false, escalations = 0, escalateTo = [] } = gate;
  const [leading] = proposalsOf(votesThatCount(gate, { people, authors }));
  const votes = leading?.votes ?? [];
  const left = people.filter(({ id }) => !votes.some(({ by }) => by.id === id) && !isOutsider(gate, { id }));
  const { deadlineAt, timeoutMs = 0, onTimeout } = gate;
  const time =
    deadlineAt === undefined || onTimeout === undefined ? {} : { timeoutSeconds: timeoutMs, onTimeout };
  // Where all of its hand-overs are behind it, it is handed on to nobody, not to everyone.
  const isHandedOn = onTimeout === "escalate" && escalationTarget(gate) === undefined;
  const missing = Math.max(1, quorum - votes.length);
  const terms = { assignees, quorum: missing, fourEyes, escalateTo: escalateTo.slice(escalations) };
  return unpassable(isHandedOn ? terms : { ...terms, ...time }, { people: left, authors });
}

/** Under which names and roles people can be asked; a key without a name of its own by its id. */
export function assignable(people: readonly Answerer[]): string[] {
  const names = people.flatMap(({ id, name, names = [name] }) => (names.length > 0 ? names : [id]));
  const roles = people.flatMap((one) => one.roles.map((role) => `${ROLE_PREFIX}${role}`));
  return [...new Set([...names, ...roles])];
}

type Timing = Pick<ControlTerms, "assignees" | "escalateTo" | "timeoutSeconds" | "onTimeout">;

/** Everyone whom a gate has asked by its last deadline. */
function askedInTime({ assignees, escalateTo, timeoutSeconds, onTimeout }: Timing): string[] {
  if (assignees.length === 0 || timeoutSeconds === undefined || onTimeout === undefined) return assignees;
  const asked = [...assignees];
  for (let escalations = 0; ; escalations += 1) {
    const next = escalationTarget({ onTimeout, escalations, escalateTo });
    if (!next) return asked;
    if (next.length === 0) return [];
    asked.push(...next);
  }
}

function passesInSilence({
  quorum,
  fourEyes,
  timeoutSeconds,
  onTimeout,
}: Pick<ControlTerms, "quorum" | "fourEyes" | "timeoutSeconds" | "onTimeout">): boolean {
  if (quorum > 1 || fourEyes || timeoutSeconds === undefined) return false;
  const verb = verbAmong(GATE_VERBS, onTimeout ?? "");
  return verb !== undefined && isApproving(verb);
}
