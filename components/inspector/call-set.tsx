import { type ReactNode, useId } from "react";
import { type Call, callsOf, joinOf, type Step, setBranchesOf } from "@/lib/core/trajectory";

/** Calls that ran at the same time, in their order, and the call on their results, where there is one. */
export function CallSet({ step, viewOf }: { step: Step; viewOf: (call: Call) => ReactNode }) {
  const label = useId();
  const join = joinOf(step);
  const calls = callsOf(step).filter(({ callId }) => callId !== join?.callId);
  return (
    <>
      <section
        aria-labelledby={label}
        className="grid gap-2 rounded-lg border border-line border-dashed px-2.5 py-2"
      >
        <p id={label} className="text-muted text-xs">
          {calls.length === 1 ? "1 call" : `${calls.length} parallel calls`} ·{" "}
          {resultText(step, calls.length)}
        </p>
        {calls.map((call) => viewOf(call))}
      </section>
      {join && (
        <section aria-label={`${join.tool}, on the results above`} className="grid gap-1">
          <p className="text-muted text-xs">
            <span aria-hidden="true">⇉ </span>then combined
          </p>
          {viewOf(join)}
        </section>
      )}
    </>
  );
}

function resultText(step: Step, calls: number): string {
  if (step.invalid) return "not run";
  const branches = setBranchesOf(step);
  const failed = branches.filter(({ ok }) => !ok).length;
  if (branches.length < calls) return `${branches.length} of ${calls} finished`;
  if (failed === 0) return calls === 1 ? "succeeded" : "all succeeded";
  return `${calls - failed} succeeded, ${failed} failed`;
}
