"use client";

import { readEffectKey } from "@/lib/core/run/effects/keys";
import type { ApprovalState, RunState } from "@/lib/core/run/state";
import { RelativeTime } from "../../ui/relative-time";
import { verbLabel } from "../labels";
import { PanelSection } from "../panel-section";

/** What was wrong, by the provider's code, as a person would say it. */
const FAILURE_SENTENCES: Record<string, string> = {
  auth: "The provider rejected the API key.",
  quota: "No quota or credit left.",
  rate_limited: "The provider is rate limiting requests.",
  unavailable: "The provider is not responding or returns errors.",
  timeout: "The provider timed out.",
  cut_stream: "Responses are cut off.",
  unknown_model: "Unknown model: the provider or the settings no longer have it.",
  bad_request: "The provider rejected the request.",
  context_overflow: "The request exceeds the model’s context window.",
};

export const failureSentence = (code: string): string => FAILURE_SENTENCES[code] ?? `Failed with “${code}”.`;

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
      <p className="mt-1">{failureSentence(String(code))}</p>
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
              <dd className="inline text-muted">{modelVerbHelp(verb, String(model))}</dd>
            </div>
          ))}
        </dl>
      )}
    </PanelSection>
  );
}

/** What each answer does to a run whose model cannot be reached. */
export function modelVerbHelp(verb: string, model: string): string | undefined {
  return {
    retry: `What waits asks ${model} again.`,
    other: `From here on this run asks the one you choose wherever it would have asked ${model}, in every role. Attempts that ${model} has begun start over, which costs no retry.`,
    abort: "The run ends for good.",
  }[verb];
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
