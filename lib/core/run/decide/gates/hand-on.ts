import { formatAssignees } from "../../../describe/gates/words";
import type { PersonCommand } from "../../commands";
import { draft } from "../../events";
import { authorsAt } from "../../gates/authors";
import { assignable, stuckGate } from "../../gates/passable";
import { isAssigned } from "../../gates/rules";
import type { RunState } from "../../state";
import { missingReasonRefusal } from "../operator";
import { type Decided, refuse, refuseDenied } from "../refuse";
import { openGate } from "./answer";

/**
 * Hands an open gate on to others as well, where nobody is left who could let it pass (docs/engine.md, "Who may answer").
 * All of its other terms stay, and the one who hands it on may answer it only if they were asked before.
 */
export function decideHandOn(
  state: RunState,
  { approvalId, by, people, ...command }: Extract<PersonCommand, { type: "hand_on" }>,
  now: number,
): Decided {
  const gate = openGate(state, { approvalId }, now);
  if ("code" in gate) return gate;
  const { assignees, timeoutMs, deadlineAt, handedOn = [] } = gate;
  if (!by.mayReview) return refuseDenied({ code: "not_reviewer", assignees });
  const reason = command.reason.trim();
  if (reason === "") return missingReasonRefusal();
  const facts = { people, authors: authorsAt(state, gate).map(({ id }) => id) };
  if (!stuckGate(gate, facts)) {
    const who = assignees.length > 0 ? formatAssignees(assignees) : "everyone who may review";
    return refuse(
      "not_allowed_now",
      `This gate is for ${who}, and can still be answered: it is handed on once nobody is left who may.`,
    );
  }
  if (assignees.length === 0) {
    return refuse(
      "not_allowed_now",
      "Everyone who may review is asked already. Somebody else with that right is needed: an administrator can make them a key.",
    );
  }
  const outsider = !isAssigned(assignees, by) || handedOn.some((one) => one.outsider && one.by.id === by.id);
  const reviewers = people.filter(({ capabilities }) => capabilities.includes("review"));
  const choices = assignable(reviewers.filter(({ id }) => !outsider || id !== by.id));
  const to = [...new Set(command.to.map((one) => one.trim()))].filter((one) => !assignees.includes(one));
  const unknown = to.filter((one) => !choices.includes(one) && !reviewers.some(({ id }) => id === one));
  if (to.length === 0 || unknown.length > 0) {
    const problem =
      to.length === 0 ? "Name somebody who is not asked yet" : `Nobody here is ${unknown.join(", ")}`;
    return refuse("invalid_input", `${problem}. There are ${choices.join(", ") || "none"}.`, { choices });
  }
  const record = { by: { id: by.id, name: by.name }, at: now, to, reason, outsider };
  const next = { ...gate, assignees: [...assignees, ...to], handedOn: [...handedOn, record] };
  const still = stuckGate(next, facts);
  if (still) {
    return refuse(
      "invalid_input",
      `${formatAssignees(to)} would not be enough: it takes ${still.quorum} more, and ${still.able.join(", ") || "nobody"} could let it pass.`,
      { choices, quorum: still.quorum, able: still.able },
    );
  }
  return [
    draft("approval_escalated", {
      approvalId,
      to,
      reason,
      ...(deadlineAt !== undefined && { deadlineAt: now + (timeoutMs ?? 0) }),
      ...(outsider && { byOutsider: true }),
    }),
  ];
}
