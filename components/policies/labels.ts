import type { ArgumentRule, PolicyEffect, PolicyRole, PolicyScope } from "@/lib/core/policy";
import type { Tone } from "../status";

export const ROLE_LABELS: Record<PolicyRole, string> = {
  planner: "Planners: what they put into plans",
  agent: "Agents: what they call",
  direct: "Programs: what they call",
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
  starts_with: "begins with",
  ends_with: "ends with",
  exists: "is given",
};

type EffectDisplay = { rule: string; verdict: string; icon: string; tone: Tone; text: string };

export const EFFECT_DISPLAY: Record<PolicyEffect, EffectDisplay> = {
  allow: { rule: "Allow", verdict: "It would run", icon: "✓", tone: "ok", text: "text-ok" },
  ask: {
    rule: "Ask a person",
    verdict: "A person would be asked",
    icon: "◈",
    tone: "person",
    text: "text-person",
  },
  deny: { rule: "Deny", verdict: "It would be denied", icon: "✕", tone: "bad", text: "text-bad" },
};
