import type { ArgumentRule, PolicyEffect, PolicyRole, PolicyScope } from "@/lib/core/policy";

export const ROLE_LABELS: Record<PolicyRole, string> = {
  planner: "Planners (tools in plans)",
  agent: "Agents (tool calls)",
  direct: "Programs (tool calls)",
};

/** Whom a policy binds, in a few words. */
export function scopeLabel(scope: PolicyScope): string {
  if (scope.kind === "workspace") return "Whole workspace";
  return { planner: "Planners", agent: "Agents", direct: "Programs" }[scope.role];
}

export const OPERATOR_LABELS: Record<ArgumentRule["operator"], string> = {
  "=": "is",
  "!=": "is not",
  "<": "is below",
  "<=": "is at most",
  ">": "is above",
  ">=": "is at least",
  in: "is one of",
  not_in: "is none of",
  contains: "contains",
  starts_with: "starts with",
  ends_with: "ends with",
  host_not_in: "is on no host of",
  exists: "is present",
};

type EffectDisplay = { rule: string; verdict: string; icon: string };

export const EFFECT_DISPLAY: Record<PolicyEffect, EffectDisplay> = {
  allow: { rule: "Allow", verdict: "Allowed", icon: "✓" },
  ask: { rule: "Ask a person", verdict: "Requires approval", icon: "◈" },
  deny: { rule: "Deny", verdict: "Denied", icon: "✕" },
};
