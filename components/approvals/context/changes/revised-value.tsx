"use client";

import { useMemo } from "react";
import { useStoredWhole } from "@/lib/client/use-stored-text";
import type { StoredValue } from "@/lib/core/stored-value";
import { countWords, wordChanges } from "../../../plans/word-changes";
import { ChangedWords } from "../../../ui/changed-words";

type RevisedValueProps = { runId: string; before: StoredValue; after: StoredValue };

/** What changed in the words of a value since it was shown the last time; the value itself stands among the evidence. */
export function RevisedValue({ runId, before, after }: RevisedValueProps) {
  const was = useStoredWhole(runId, before);
  const is = useStoredWhole(runId, after);
  const parts = useMemo(() => wordChanges(was.text ?? "", is.text ?? ""), [was.text, is.text]);
  if (!was.isWhole || !is.isWhole) return <p className="text-muted">Comparing…</p>;
  return (
    <div className="grid gap-1">
      <p className="text-muted text-xs">{countWords(parts)}</p>
      {parts && (
        <p className="wrap-anywhere whitespace-pre-wrap">
          <ChangedWords parts={parts} isShort />
        </p>
      )}
    </div>
  );
}
