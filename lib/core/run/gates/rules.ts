import { type Asked, localOperator, type Voter } from "../../people";
import type { ApprovalState, RunState } from "../state";
import { type GateVerb, isBinding, verbRow } from "./table";

type Person = { id: string; name: string };

export const ROLE_PREFIX = "role:";
/** What the ids of callers with a key of the API begin with; no person's does. */
export const KEY_PREFIX = "key:";

/** A gate is everyone's unless it names people (by id or name) or roles (`role:<name>`). */
export function isAssigned(assignees: readonly string[], voter: Asked): boolean {
  const names = assigneeNames(voter);
  return assignees.length === 0 || names === undefined || assignees.some((one) => names.includes(one));
}

/** Under which of their assignees gates are this person's or key's; undefined for the one who stands for everyone. */
export function assigneeNames({ id, name, names, roles, everyone }: Asked): string[] | undefined {
  if (everyone) return undefined;
  // The one who makes a key chooses its name: what is not said to be its own alone may be somebody else's.
  const own = names ?? (id.startsWith(KEY_PREFIX) ? [] : [name]);
  const plain = own.filter((one) => !one.startsWith(ROLE_PREFIX) && !isId(one));
  const ids = id.startsWith(ROLE_PREFIX) ? [] : [id];
  return [...new Set([...ids, ...plain]), ...roles.map((role) => `${ROLE_PREFIX}${role}`)];
}

/** True for what a gate asks one caller by; a name that is written like it does not count. */
const isId = (assignee: string): boolean => assignee === localOperator.id || assignee.startsWith(KEY_PREFIX);

type Authored = Pick<
  RunState,
  "author" | "governedBy" | "planAuthor" | "workAuthors" | "wishers" | "offered" | "replan" | "refinements"
>;

/**
 * The people who wrote the mission, or chose a fork's constraints or models, the plan that people are asked about (the version in force, or one that is offered), or
 * work that it carries on; and those on whose words a model wrote any of that.
 */
export function authorsOf(state: Authored): Person[] {
  const {
    author,
    governedBy = [],
    planAuthor,
    workAuthors = [],
    wishers = [],
    offered,
    replan,
    refinements,
  } = state;
  const ofOffered = offered ? [replan?.cause.tailBy, ...wishers] : [];
  const known = [author, ...governedBy, planAuthor, ...ofOffered, ...workAuthors.map(({ by }) => by)];
  const people = [
    ...known.flatMap((one) => (one?.kind === "person" ? [one] : [])),
    ...(refinements?.speakers ?? []),
  ];
  return [...new Map(people.map(({ id, name }) => [id, { id, name }])).values()];
}

type BoundGate = Pick<ApprovalState, "assignees" | "fourEyes" | "quorum" | "handedOn">;

/** Why somebody may not answer, as facts; `describeDenial` says it. */
export type Denial =
  /** It takes an answer only from a person by name. */
  | { code: "nameless"; assignees: string[] }
  /** They may not review. */
  | { code: "not_reviewer"; assignees: string[] }
  | { code: "not_assigned"; assignees: string[] }
  /** They handed it on, and were not asked before. */
  | { code: "handed_on"; assignees: string[] }
  /** Who wrote the mission or the plan may not let it pass. */
  | { code: "author"; assignees: string[]; authors: string[] }
  /** It takes several people, and one never stands for them. */
  | { code: "quorum"; assignees: string[]; quorum: number };

/**
 * Why this person may not give this answer; undefined when they may. A gate that binds its answers to people takes
 * none from nobody in particular (docs/engine.md, "Who may answer").
 */
export function denialReason(
  gate: BoundGate,
  authors: readonly Person[],
  voter: Voter | undefined,
  verb: GateVerb,
): Denial | undefined {
  const { assignees, fourEyes = false, quorum = 1 } = gate;
  if (!voter) {
    return assignees.length === 0 && !fourEyes && quorum === 1 ? undefined : { code: "nameless", assignees };
  }
  if (!voter.mayReview) return { code: "not_reviewer", assignees };
  // Asking and replying decide nothing: also the author may, and who is not asked.
  if (verbRow(verb).keepsOpen) return;
  if (!isAssigned(assignees, voter)) return { code: "not_assigned", assignees };
  if (isOutsider(gate, voter)) return { code: "handed_on", assignees };
  if (!fourEyes || !isBinding(verb) || !authors.some(({ id }) => id === voter.id)) return;
  return { code: "author", assignees, authors: authors.map(({ name }) => name) };
}

/** They handed the gate on without having been asked before: it is not theirs by that. */
export const isOutsider = ({ handedOn = [] }: Pick<ApprovalState, "handedOn">, { id }: { id: string }) =>
  handedOn.some(({ by, outsider }) => outsider === true && by.id === id);

/**
 * Why this person may not change, remove or go round these controls: it counts as letting pass what they hold back, and one
 * person never stands for several. Undefined when they may.
 */
export function bypassDenialReason(
  gates: readonly BoundGate[],
  authors: readonly Person[],
  voter: Voter | undefined,
): Denial | undefined {
  for (const gate of gates) {
    const { quorum = 1, assignees } = gate;
    if (quorum > 1) return { code: "quorum", assignees, quorum };
    const denied = denialReason(gate, authors, voter, "approve");
    if (denied) return denied;
  }
  return;
}

/** However many roles a gate names, it is not handed on more often. */
export const MAX_ESCALATIONS = 5;

/** To whom a gate is handed on at its deadline, nobody named meaning everyone; undefined where it is not any more. */
export function escalationTarget({
  onTimeout,
  escalations = 0,
  escalateTo = [],
}: Pick<ApprovalState, "onTimeout" | "escalations" | "escalateTo">): string[] | undefined {
  const rounds = Math.min(MAX_ESCALATIONS, Math.max(1, escalateTo.length));
  if (onTimeout !== "escalate" || escalations >= rounds) return;
  return escalateTo.slice(escalations, escalations + 1);
}
