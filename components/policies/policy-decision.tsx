import { formatPolicySource } from "@/lib/core/describe/policy";
import type { PolicyExplanation } from "@/lib/core/policy";
import { EFFECT_DISPLAY } from "./labels";

type PolicyDecisionProps = { explanation: PolicyExplanation; withArguments: boolean };

/** The verdict on a call, what it rests on, and what each policy says by itself. */
export function PolicyDecision({ explanation, withArguments }: PolicyDecisionProps) {
  const { decision, reason, policies, argumentProblem, summary, role } = explanation;
  const { icon, verdict } = EFFECT_DISPLAY[decision];
  const isOffered = !withArguments || role === "planner";
  return (
    <div className="grid gap-2 rounded-lg border border-line px-3 py-2" data-decision={decision}>
      <p className="font-semibold">
        <span aria-hidden="true">{icon} </span>
        {isOffered && decision === "allow" ? "Allowed" : verdict}
      </p>
      <p>{reason}</p>
      {!withArguments && decision !== "deny" && (
        <p className="text-muted text-xs">Fill in the arguments to evaluate the argument rules.</p>
      )}
      {argumentProblem !== undefined && (
        <p className="text-amber text-xs">
          <span aria-hidden="true">▲ </span>
          These arguments are invalid: {argumentProblem}
        </p>
      )}
      {summary !== undefined && decision === "ask" && (
        <p className="text-muted text-xs">Shown to the reviewer: {summary}</p>
      )}
      {policies.length > 0 && (
        <ul aria-label="Result by policy" className="grid gap-1 border-line border-t pt-2 text-xs">
          {policies.map(({ decision: own, reason: why, source, rule }) => (
            <li key={`${source?.level} ${source?.id ?? source?.name}`}>
              <span>
                <span aria-hidden="true">{EFFECT_DISPLAY[own].icon} </span>
                {own}:
              </span>{" "}
              <span className="font-medium">{source ? formatPolicySource(source) : "Policy"}</span>
              {rule !== undefined && `, rule ${rule + 1}`}
              <span className="block text-muted">{why}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
