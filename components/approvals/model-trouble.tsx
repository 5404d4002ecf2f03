"use client";

import type { ApprovalState, RunState } from "@/lib/core/run/state";
import { RelativeTime } from "../ui/moment";
import { closesOnRecovery, failureSentence, modelVerbHelp, waitingFor } from "./model-words";
import { PanelSection } from "./panel-section";
import { verbLabel } from "./words";

type ModelFailureProps = { state: RunState; gate: ApprovalState };

/** Which model cannot be reached, since when, what its provider said, what waits for it, and what each answer does. */
export function ModelFailure({ state, gate }: ModelFailureProps) {
  const { subject, status, verbs } = gate;
  if (gate.kind !== "model_unavailable" || subject?.model === undefined) return null;
  const { model, code = "", said, since, failures } = subject;
  const waiting = waitingFor(state, gate);
  const open = status === "open";
  return (
    <PanelSection title="The model" aside={typeof since === "number" && <RelativeTime at={since} />}>
      <p className="break-words font-mono text-xs">{model}</p>
      <p className="mt-1">{failureSentence(String(code))}</p>
      {said !== undefined && (
        <blockquote className="mt-1 break-words border-line border-l-2 pl-3 text-muted text-xs">
          {said}
        </blockquote>
      )}
      <p className="mt-1 text-muted text-xs">
        {failures === 1 ? "It failed once" : `It failed ${failures} times`} before you were asked.
        {waiting.length > 0 && ` ${waiting.join(", ")} ${waiting.length === 1 ? "waits" : "wait"} for it.`}
      </p>
      {open && closesOnRecovery(String(code)) && (
        <p className="mt-1 text-muted text-xs">
          Whether it answers again is tried now and then: then this closes by itself, and the run goes on.
        </p>
      )}
      {open && (
        <dl className="mt-2 grid gap-1 text-xs">
          {verbs.map((verb) => (
            <div key={verb}>
              <dt className="inline font-semibold">{verbLabel(verb)}: </dt>
              <dd className="inline text-muted">{modelVerbHelp(verb, String(model))}</dd>
            </div>
          ))}
        </dl>
      )}
    </PanelSection>
  );
}
