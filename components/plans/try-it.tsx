"use client";

import { useDeferredValue, useMemo, useState } from "react";
import { type Look, TONE_TEXT } from "../status";
import { Field, TextArea } from "../ui/field";
import { type Tried, type TryTexts, tryPredicate } from "./try-predicate";

type TryItProps = { source: string; start: TryTexts };

const LOOKS: Record<Exclude<Tried["outcome"], "incomplete">, Look> = {
  passed: { icon: "✓", word: "Passed", tone: "ok" },
  failed: { icon: "✕", word: "Failed", tone: "bad" },
  error: { icon: "▲", word: "Could not be evaluated", tone: "bad" },
};

/** A result to try a predicate on, and at once what it says of it. */
export function TryIt({ source, start }: TryItProps) {
  const [texts, setTexts] = useState(start);
  const asked = useDeferredValue(source);
  const given = useDeferredValue(texts);
  const tried = useMemo(() => tryPredicate(asked, given, () => performance.now()), [asked, given]);
  const fieldOf = (field: keyof TryTexts, label: string, rows: number) => (
    <Field
      label={label}
      error={tried.outcome === "incomplete" && tried.field === field ? tried.message : undefined}
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
      <Outcome tried={tried} />
    </div>
  );
}

function Outcome({ tried }: { tried: Tried }) {
  const look = tried.outcome === "incomplete" ? undefined : LOOKS[tried.outcome];
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
          {"field" in tried ? "Not tried yet." : tried.outcome === "incomplete" && tried.message}
        </p>
      )}
      {tried.outcome === "failed" && <p className="mt-1 whitespace-pre-wrap">{tried.diagnosis}</p>}
      {tried.outcome === "error" && (
        <pre className="mt-1 whitespace-pre-wrap font-mono text-xs">{tried.diagnosis}</pre>
      )}
    </div>
  );
}
