import { assigneeNames } from "../../run/gates/rules";
import type { ApprovalState, RunState } from "../../run/state";
import { formatAssignees, pastVerbLabel } from "./words";

/** Says of a human gate who answered it, and whom it had asked where that is somebody else; undefined where nobody has. */
export function describeGateAnswer(state: Readonly<RunState>, taskId: string): string | undefined {
  const gate = Object.values(state.approvals).findLast(
    (one) => one.kind === "human_review" && one.taskId === taskId && one.decided,
  );
  return gate && answerOf(gate);
}

function answerOf({ decided, assignees, votes = [] }: ApprovalState): string | undefined {
  if (!decided) return;
  const voters = votes.flatMap(({ verb, by }) => (verb === decided.verb ? [by] : []));
  const decider = decided.by.kind === "person" ? [decided.by] : [];
  const people = [...new Map([...voters, ...decider].map((one) => [one.id, one])).values()];
  const by = people.length === 0 ? "nobody, by rule" : people.map(({ name }) => name).join(" and ");
  const isAsked = people.every(({ id, name }) =>
    assigneeNames({ id, name, roles: [] })?.some((one) => assignees.includes(one)),
  );
  const asked = assignees.length === 0 || isAsked ? "" : `, asked of ${formatAssignees(assignees)}`;
  return `${pastVerbLabel(decided.verb)} by ${by}${asked}`;
}
