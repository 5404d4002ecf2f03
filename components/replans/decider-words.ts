import type { Decider } from "@/lib/core/run/events/reviews";

/** Who decided, with how it came about where the name does not say it. */
export function deciderLabel({ kind, name, provenance }: Decider): string {
  if (kind === "person") return name;
  if (kind === "model") return `${name}, a model`;
  return provenance === "policy" ? `the policy ${name}` : `a rule: ${name.replace("_", " ")}`;
}
