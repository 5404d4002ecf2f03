/** Names that no task can have (`isReservedId`): of what stands beside tasks among controls and what they guard. */

/** The run's answer, which rests on the last tasks of its plan. */
export const ANSWER = "(answer)";

/** The checks of people are one control. */
export const CHECKS_CONTROL = "(checks)";

/** The plan itself, where models change it by leave of people only. */
export const PLAN_CONTROL = "(plan)";

const POLICY_PREFIX = "(policy) ";
export const policyControl = (agent: string): string => `${POLICY_PREFIX}${agent}`;
/** The agent whose policy the control is; undefined for any other control. */
export const agentOfControl = (control: string): string | undefined =>
  control.startsWith(POLICY_PREFIX) ? control.slice(POLICY_PREFIX.length) : undefined;

/** True for an id under which a task would be taken for one of these, or for a part of another task's result. */
export const isReservedId = (id: string): boolean =>
  id === ANSWER ||
  id === CHECKS_CONTROL ||
  id === PLAN_CONTROL ||
  id.startsWith(POLICY_PREFIX) ||
  /\p{Cc}/u.test(id);
