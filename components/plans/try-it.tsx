"use client";

import { useDeferredValue, useMemo, useState } from "react";
import { type StatusDisplay, TONE_TEXT } from "../status";
import { Field, TextArea } from "../ui/field";
import { type TrialInput, type TrialResult, tryPredicate } from "./try-predicate";

type PredicateTrialProps = { source: string; start: TrialInput };

const OUTCOME_DISPLAY: Record<Exclude<TrialResult["outcome"], "incomplete">, StatusDisplay> = {
  passed: { icon: "✓", word: "Passed", tone: "ok" },
  failed: { icon: "✕", word: "Failed", tone: "bad" },
  error: { icon: "▲", word: "Could not be evaluated", tone: "bad" },
};

/** A result to try a predicate on, and at once what it says of it. */
export function PredicateTrial({ source, start }: PredicateTrialProps) {
  const [texts, setTexts] = useState(start);
  const deferredSource = useDeferredValue(source);
  const deferredTexts = useDeferredValue(texts);
  const trial = useMemo(
    () => tryPredicate(deferredSource, deferredTexts, () => performance.now()),
    [deferredSource, deferredTexts],
  );
  const fieldOf = (field: keyof TrialInput, label: string, rows: number) => (
    <Field
      label={label}
      error={trial.outcome === "incomplete" && trial.field === field ? trial.message : undefined}
    >
      {(wiring) => (
        <TextArea
          {...wiring}
          rows={rows}
          spellCheck={false}
          className="font-mono text-xs"
          value={texts[field]}
          onChange={(event) => setTexts({ ...texts, [field]: event.target.value })}
        />
      )}
    </Field>
  );
  return (
    <div className="grid gap-3">
      {fieldOf("result", "Try it on this result (JSON)", 5)}
      <details>
        <summary className="text-muted text-xs">Its input and what it depends on</summary>
        <div className="mt-2 grid gap-3 sm:grid-cols-2">
          {fieldOf("input", "Input (JSON)", 3)}
          {fieldOf("depends", "Results it depends on, by id (JSON)", 3)}
        </div>
      </details>
      <TrialOutcome trial={trial} />
    </div>
  );
}

function TrialOutcome({ trial }: { trial: TrialResult }) {
  const look = trial.outcome === "incomplete" ? undefined : OUTCOME_DISPLAY[trial.outcome];
  return (
    <div
      role="status"
      aria-label="What the predicate says"
      className="rounded-lg border border-line px-3 py-2"
    >
      {look ? (
        <p className={`font-medium ${TONE_TEXT[look.tone]}`}>
          <span aria-hidden="true">{look.icon} </span>
          {look.word}
        </p>
      ) : (
        <p className="text-muted">
          {"field" in trial ? "Not tried yet." : trial.outcome === "incomplete" && trial.message}
        </p>
      )}
      {trial.outcome === "failed" && <p className="mt-1 whitespace-pre-wrap">{trial.diagnosis}</p>}
      {trial.outcome === "error" && (
        <pre className="mt-1 whitespace-pre-wrap font-mono text-xs">{trial.diagnosis}</pre>
      )}
    </div>
  );
}
