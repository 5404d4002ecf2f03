/** Controls that are no task, by names that no task can have. */

/** The checks of people are one control. */
export const CHECKS_CONTROL = "(checks)";

/** The plan itself, where models change it by leave of people only. */
export const PLAN_CONTROL = "(plan)";

const POLICY_PREFIX = "(policy) ";
export const policyControl = (agent: string): string => `${POLICY_PREFIX}${agent}`;
/** The agent whose policy the control is; undefined for any other control. */
export const agentOfControl = (control: string): string | undefined =>
  control.startsWith(POLICY_PREFIX) ? control.slice(POLICY_PREFIX.length) : undefined;
