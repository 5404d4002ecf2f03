"use client";

import { verbHelp } from "@/lib/core/describe/gates/answers";
import { verbLabel } from "@/lib/core/describe/gates/words";
import { modelFailureFacts, modelFailureText } from "@/lib/core/describe/model-failure";
import type { ApprovalState, RunState } from "@/lib/core/run/state";
import { RelativeTime } from "../../ui/relative-time";
import { SeenText } from "../../ui/seen-text";
import { PanelSection } from "../panel-section";

/** Whether the gate closes by itself when the model answers: a refused request says nothing of that. */
const closesOnRecovery = (code: string): boolean => code !== "bad_request" && code !== "context_overflow";

type ModelFailureProps = { state: RunState; gate: ApprovalState };

/** Which model cannot be reached, since when, what its provider said, what waits for it, and what each answer does. */
export function ModelFailure({ state, gate }: ModelFailureProps) {
  const { subject, status, verbs } = gate;
  if (gate.kind !== "model_unavailable" || subject?.model === undefined) return null;
  const { model, code = "", said, since } = subject;
  const open = status === "open";
  return (
    <PanelSection title="Model" aside={typeof since === "number" && <RelativeTime at={since} />}>
      <p className="break-words font-mono text-xs">{model}</p>
      <p className="mt-1">{modelFailureText(String(code))}</p>
      {said !== undefined && (
        <blockquote className="mt-1 break-words border-line border-l-2 pl-3 text-muted text-xs">
          <SeenText text={String(said)} />
        </blockquote>
      )}
      <p className="mt-1 text-muted text-xs">{modelFailureFacts(state, gate)}</p>
      {open && closesOnRecovery(String(code)) && (
        <p className="mt-1 text-muted text-xs">
          Waymark keeps checking the model. If it answers again, this gate closes and the run continues.
        </p>
      )}
      {open && (
        <dl className="mt-2 grid gap-1 text-xs">
          {verbs.map((verb) => (
            <div key={verb}>
              <dt className="inline font-semibold">{verbLabel(verb)}: </dt>
              <dd className="inline text-muted">{verbHelp(verb, gate)}</dd>
            </div>
          ))}
        </dl>
      )}
    </PanelSection>
  );
}
