"use client";

import { useDeferredValue, useId, useMemo, useState } from "react";
import type { StatusDisplay } from "@/lib/core/describe/looks/run";
import { check, type Issue } from "@/lib/core/lisp/check";
import { SEVERITY_DISPLAY, TONE_TEXT } from "../../status";
import { Button } from "../../ui/button";
import { CodeArea, Field } from "../../ui/field";
import { PredicateEditor } from "./predicate-editor";
import type { TrialInput } from "./trial-input";
import { type TrialResult, tryPredicate } from "./try-predicate";

type PredicateTrialProps = { source: string; start: TrialInput };

const OUTCOME_DISPLAY: Record<Exclude<TrialResult["outcome"], "incomplete">, StatusDisplay> = {
  passed: { icon: "✓", word: "Passed", tone: "ok" },
  failed: { icon: "✕", word: "Failed", tone: "bad" },
  error: { icon: "▲", word: "Could not be evaluated", tone: "bad" },
};

type PredicatePanelProps = {
  source: string;
  dependencies: readonly string[];
  /** What it is tried on at first. */
  initialData: TrialInput;
  /** Takes the changed predicate over; undefined takes it away. Left out where it is only read. */
  onApply?: (source: string | undefined) => void;
  applyLabel?: string;
  removeLabel?: string;
  /** What applying does. */
  note?: string;
  /** What is written and not applied, where the caller keeps it; undefined once it says the same as the source. */
  draft?: string | undefined;
  onDraft?: (text: string | undefined) => void;
  /** It comes in the place of the button that asked for it. */
  takesFocus?: boolean;
};

/** A predicate with what is wrong with it, and a result to try it on. Loaded only where somebody opens it. */
export function PredicatePanel({
  source,
  dependencies,
  initialData,
  onApply,
  applyLabel = "Apply to plan",
  removeLabel = "Remove from plan",
  note = "Applying rewrites the plan text.",
  draft,
  onDraft,
  takesFocus = false,
}: PredicatePanelProps) {
  const helpId = useId();
  const [written, setWritten] = useState(source);
  const text = draft ?? written;
  const setText = (next: string) => {
    setWritten(next);
    onDraft?.(next.trim() === source.trim() ? undefined : next);
  };
  const [known, setKnown] = useState(source);
  if (source !== known) {
    setKnown(source);
    // What somebody is writing here is not taken from them by a change of the plan elsewhere.
    if (text === known) setWritten(source);
  }
  const checked = useDeferredValue(text);
  const issues = useMemo(() => (checked.trim() === "" ? [] : check(checked)), [checked]);
  const hasErrors = issues.some(({ severity }) => severity === "error");
  const isSame = text.trim() === source.trim();
  return (
    <div className="grid gap-3">
      <div className="grid gap-1">
        <PredicateEditor
          source={text}
          {...(onApply && { onSource: setText })}
          issues={issues}
          dependencies={dependencies}
          label="Predicate"
          describedBy={helpId}
          takesFocus={takesFocus}
        />
        <p id={helpId} className="text-muted text-xs">
          {onApply
            ? "true passes; false or a string fails. Ctrl+Space completes names, Tab moves to the next field."
            : "Read-only."}
        </p>
      </div>
      <PredicateIssues issues={issues} />
      {onApply && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Button
            variant="main"
            // Pressed, it keeps the focus.
            aria-disabled={isSame || hasErrors}
            onClick={() => {
              if (isSame || hasErrors) return;
              onDraft?.(undefined);
              onApply(text.trim() === "" ? undefined : text.trim());
            }}
          >
            {text.trim() === "" && source !== "" ? removeLabel : applyLabel}
          </Button>
          {onDraft && !isSame && <Button onClick={() => setText(source)}>Discard</Button>}
          <span className="text-muted text-xs">{applyNote(isSame, hasErrors, note)}</span>
        </div>
      )}
      <PredicateTrial source={text} start={initialData} />
    </div>
  );
}

function applyNote(isSame: boolean, hasErrors: boolean, note: string): string {
  if (hasErrors) return "Fix the errors first.";
  return isSame ? "No changes." : note;
}

/** A result to try a predicate on, and at once what it says of it. */
function PredicateTrial({ source, start }: PredicateTrialProps) {
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
        <CodeArea
          {...wiring}
          rows={rows}
          value={texts[field]}
          onChange={(event) => setTexts({ ...texts, [field]: event.target.value })}
        />
      )}
    </Field>
  );
  return (
    <div className="grid gap-3">
      {fieldOf("result", "Test with this result (JSON)", 5)}
      <details>
        <summary className="text-muted text-xs">Input and dependencies</summary>
        <div className="mt-2 grid gap-3 sm:grid-cols-2">
          {fieldOf("input", "Input (JSON)", 3)}
          {fieldOf("depends", "Dependency results by id (JSON)", 3)}
        </div>
      </details>
      <TrialOutcome trial={trial} />
    </div>
  );
}

function TrialOutcome({ trial }: { trial: TrialResult }) {
  const look = trial.outcome === "incomplete" ? undefined : OUTCOME_DISPLAY[trial.outcome];
  return (
    <div role="status" aria-label="Predicate outcome" className="rounded-lg border border-line px-3 py-2">
      {look ? (
        <p className={`font-medium ${TONE_TEXT[look.tone]}`}>
          <span aria-hidden="true">{look.icon} </span>
          {look.word}
        </p>
      ) : (
        <p className="text-muted">
          {"field" in trial ? "Not evaluated yet." : trial.outcome === "incomplete" && trial.message}
        </p>
      )}
      {trial.outcome === "failed" && <p className="mt-1 whitespace-pre-wrap">{trial.diagnosis}</p>}
      {trial.outcome === "error" && (
        <pre className="mt-1 whitespace-pre-wrap font-mono text-xs">{trial.diagnosis}</pre>
      )}
    </div>
  );
}

/** What is wrong with a predicate, in words and with its place, for those who do not see the marks. */
function PredicateIssues({ issues }: { issues: readonly Issue[] }) {
  return (
    <ul aria-live="polite" aria-label="Predicate issues" className="grid gap-1.5 empty:hidden">
      {issues.map(({ at, severity, line, column, message, excerpt }) => {
        const { icon, tone } = SEVERITY_DISPLAY[severity];
        return (
          <li key={`${at} ${message}`} className="relative">
            <span className={TONE_TEXT[tone]}>
              <span aria-hidden="true">{icon} </span>
              <span className="sr-only">{severity}: </span>
              {message}
            </span>{" "}
            <span className="whitespace-nowrap text-muted text-xs">
              line {line}, column {column}
            </span>
            <pre aria-hidden="true" className="overflow-x-auto font-mono text-muted text-xs">
              {excerpt}
            </pre>
          </li>
        );
      })}
    </ul>
  );
}
