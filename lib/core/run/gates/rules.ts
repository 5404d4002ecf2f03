import { type DomainError, domainError } from "../../errors";
import type { ApprovalKind } from "../events/approvals";
import type { ApprovalState, RunState } from "../state";

/** Who answers a gate. `everybody`: accounts are off, and the one person there is stands for every name and role. */
export type Voter = { id: string; name: string; roles: readonly string[]; everybody?: boolean };

type Person = { id: string; name: string };

const ROLE_PREFIX = "role:";

/** Kinds whose passing is a judgement that the run setting `fourEyes` binds. */
export const FOUR_EYES_KINDS: ReadonlySet<ApprovalKind> = new Set([
  "plan_approval",
  "human_review",
  "review_decision",
  "tool_approval",
]);

/** Answers that let the work go on; the others stop it, and take no second pair of eyes. */
const APPROVING_VERBS: ReadonlySet<string> = new Set([
  ...["approve", "edit", "respond"],
  ...["CONTINUE", "REPLAN", "COMPLETE"],
]);

export const isApproving = (verb: string): boolean => APPROVING_VERBS.has(verb);

/** A gate is everybody's unless it names people (by id or name) or roles (`role:<name>`). */
export function isAssigned(assignees: readonly string[], { id, name, roles, everybody }: Voter): boolean {
  if (assignees.length === 0 || everybody) return true;
  return assignees.some((one) =>
    one.startsWith(ROLE_PREFIX) ? roles.includes(one.slice(ROLE_PREFIX.length)) : one === id || one === name,
  );
}

/** The people who wrote the mission, and the plan version in force. */
export function authorsOf({ author, planAuthor }: Pick<RunState, "author" | "planAuthor">): Person[] {
  const people = [author, planAuthor].flatMap((one) => (one?.kind === "person" ? [one] : []));
  return [...new Map(people.map(({ id, name }) => [id, { id, name }])).values()];
}

/** Names and roles in words: "Ada, or anyone with the role lead". */
export function formatAssignees(assignees: readonly string[]): string {
  const words = assignees.map((one) =>
    one.startsWith(ROLE_PREFIX) ? `anyone with the role ${one.slice(ROLE_PREFIX.length)}` : one,
  );
  return words.join(", or ");
}

type BoundGate = Pick<ApprovalState, "assignees" | "fourEyes" | "quorum">;

/**
 * Why this person may not give this answer, as `forbidden` with who may; undefined when they may. A gate that binds
 * its answers to people takes none from nobody in particular (docs/engine.md, "Who may answer").
 */
export function denialReason(
  gate: BoundGate,
  authors: readonly Person[],
  voter: Voter | undefined,
  verb: string,
): DomainError | undefined {
  const { assignees, fourEyes = false, quorum = 1 } = gate;
  if (!voter) {
    if (assignees.length === 0 && !fourEyes && quorum === 1) return;
    return domainError("forbidden", "This gate takes an answer only from a person by name.", { assignees });
  }
  if (!isAssigned(assignees, voter)) {
    const message = `This gate is for ${formatAssignees(assignees)}. You can see it, but not answer it.`;
    return domainError("forbidden", message, { assignees });
  }
  if (!fourEyes || !isApproving(verb) || !authors.some(({ id }) => id === voter.id)) return;
  const others = assignees.length > 0 ? formatAssignees(assignees) : "anyone else who may review";
  const message = `You wrote the mission or its plan, and this gate takes a second pair of eyes: ${others} may let it pass, but not ${authors.map(({ name }) => name).join(" or ")}. You may still stop it.`;
  return domainError("forbidden", message, { assignees, authors: authors.map(({ name }) => name) });
}

/**
 * Why this person may not do without the answers to open gates of a task by taking the task in hand: it counts as
 * letting it pass, and one person never stands for several. Undefined when they may.
 */
export function bypassDenialReason(
  gates: readonly BoundGate[],
  authors: readonly Person[],
  voter: Voter | undefined,
): DomainError | undefined {
  for (const gate of gates) {
    const { quorum = 1, assignees } = gate;
    const who = assignees.length > 0 ? formatAssignees(assignees) : "anyone who may review";
    const message = `The task waits at a gate that takes the answers of ${quorum} people: it is for ${who}.`;
    if (quorum > 1) return domainError("forbidden", message, { assignees, quorum });
    const denied = denialReason(gate, authors, voter, "approve");
    if (denied) return { ...denied, message: `The task waits at a gate. ${denied.message}` };
  }
  return;
}

/** However many roles a gate names, it is not handed on more often. */
export const MAX_ESCALATIONS = 5;

/** To whom a gate is handed on at its deadline, nobody named meaning everybody; undefined where it is not any more. */
export function escalationTarget({
  onTimeout,
  escalations = 0,
  escalateTo = [],
}: Pick<ApprovalState, "onTimeout" | "escalations" | "escalateTo">): string[] | undefined {
  const rounds = Math.min(MAX_ESCALATIONS, Math.max(1, escalateTo.length));
  if (onTimeout !== "escalate" || escalations >= rounds) return;
  return escalateTo.slice(escalations, escalations + 1);
}

/** How far a gate with a quorum has come: "1 of 2 approved by Ada"; empty without one. */
export function formatQuorum({ quorum = 1, votes = [] }: Pick<ApprovalState, "quorum" | "votes">): string {
  if (quorum === 1) return "";
  const names = votes.map(({ by }) => by.name);
  return `${names.length} of ${quorum} approved${names.length > 0 ? ` by ${names.join(", ")}` : ""}`;
}
