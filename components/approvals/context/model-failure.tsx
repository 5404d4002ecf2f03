"use client";

import { verbHelp } from "@/lib/core/describe/gate-answers";
import { modelFailureText, verbLabel } from "@/lib/core/describe/gates";
import { readEffectKey } from "@/lib/core/run/effects/keys";
import type { ApprovalState, RunState } from "@/lib/core/run/state";
import { RelativeTime } from "../../ui/relative-time";
import { PanelSection } from "../panel-section";

/** Whether the gate closes by itself when the model answers: a refused request says nothing of that. */
const closesOnRecovery = (code: string): boolean => code !== "bad_request" && code !== "context_overflow";

const RUN_WORK_LABELS: Partial<Record<string, string>> = {
  plan: "the plan",
  critique_plan: "the plan critique",
  replan: "the replan",
  summarize: "the summary",
  answer: "the answer",
};

type ModelFailureProps = { state: RunState; gate: ApprovalState };

/** Which model cannot be reached, since when, what its provider said, what waits for it, and what each answer does. */
export function ModelFailure({ state, gate }: ModelFailureProps) {
  const { subject, status, verbs } = gate;
  if (gate.kind !== "model_unavailable" || subject?.model === undefined) return null;
  const { model, code = "", said, since, failures } = subject;
  const waiting = waitingFor(state, gate);
  const open = status === "open";
  return (
    <PanelSection title="Model" aside={typeof since === "number" && <RelativeTime at={since} />}>
      <p className="break-words font-mono text-xs">{model}</p>
      <p className="mt-1">{modelFailureText(String(code))}</p>
      {said !== undefined && (
        <blockquote className="mt-1 break-words border-line border-l-2 pl-3 text-muted text-xs">
          {said}
        </blockquote>
      )}
      <p className="mt-1 text-muted text-xs">
        {failures === 1 ? "Failed once" : `Failed ${failures} times`} before this gate opened.
        {waiting.length > 0 &&
          ` ${waiting.join(", ")} ${waiting.length === 1 ? "is waiting" : "are waiting"} for it.`}
      </p>
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

/** Titles of the tasks that wait for the model, then what else waits, in words. */
export function waitingFor(state: RunState, { subject }: ApprovalState): string[] {
  const waiting = Object.entries(state.faults).filter(([, { model }]) => model === subject?.model);
  const names = waiting.map(([key]) => {
    const { taskId, kind } = readEffectKey(state.runId, key);
    return taskId === undefined ? RUN_WORK_LABELS[kind] : state.tasks[taskId]?.spec.title;
  });
  return [...new Set(names.filter((name) => name !== undefined))];
}
