export const POLICY_EFFECTS = ["allow", "ask", "deny"] as const;
/** A call that costs more is above any bound that means something. */
export const MAX_BOUND_USD = 100_000;
/** A bound of costs restricts: there is nothing that it could allow. */
export const COST_EFFECTS = ["ask", "deny"] as const;
export const ARGUMENT_OPERATORS = [
  "=",
  "!=",
  "<",
  "<=",
  ">",
  ">=",
  "in",
  "not_in",
  "contains",
  "starts_with",
  "ends_with",
  "host_not_in",
  "exists",
] as const;
export type PolicyEffect = (typeof POLICY_EFFECTS)[number];
