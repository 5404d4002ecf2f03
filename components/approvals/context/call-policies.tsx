import { formatPolicySource } from "@/lib/core/describe/policy";
import type { CallApprovalContext } from "@/lib/core/policy";
import { EFFECT_DISPLAY } from "../../policies/labels";
import { PanelSection } from "../panel-section";
import { Part } from "./unread";

/** What policies say of the call at the moment: who asks, and whether one denies it now. */
export function CallPolicies({ call }: { call: CallApprovalContext | undefined }) {
  if (!call) return null;
  if (spokenOf(call).length === 0) return <Part name="policies" />;
  return (
    <PanelSection title="Policies" part="policies">
      <PolicyLines call={call} />
    </PanelSection>
  );
}

/** What policies say, each with its rule. */
export function PolicyLines({ call }: { call: CallApprovalContext }) {
  return (
    <>
      <ul className="grid gap-1">
        {Object.entries(spokenOf(call)).map(([place, { decision, reason, source, rule }]) => (
          <li key={place}>
            <span>
              <span aria-hidden="true">{EFFECT_DISPLAY[decision].icon} </span>
              {decision}
            </span>{" "}
            <span className="font-medium">{source && formatPolicySource(source)}</span>
            {rule !== undefined && `, rule ${rule + 1}`}
            <span className="block text-muted text-xs">{reason}</span>
          </li>
        ))}
      </ul>
      {call.decision === "deny" && (
        <p className="mt-1 text-amber">
          <span aria-hidden="true">▲ </span>A policy now denies these arguments. If you approve them
          unchanged, the call will not run.
        </p>
      )}
    </>
  );
}

/** The policies that speak of a call. */
const spokenOf = ({ policies }: CallApprovalContext) =>
  unlike(policies.filter(({ part }) => part !== undefined));

/** What an agent of an earlier plan version was held to holds on, and often is what it is held to now: it is said once. */
const unlike = <T,>(verdicts: readonly T[]): T[] => [
  ...new Map(verdicts.map((one) => [JSON.stringify(one), one])).values(),
];
