"use client";

import { useDeferredValue, useId, useMemo, useState } from "react";
import { check } from "@/lib/core/lisp";
import { Button } from "../ui/button";
import { PredicateEditor } from "./predicate-editor";
import { PredicateIssues } from "./predicate-issues";
import { PredicateTrial } from "./try-it";
import type { TrialInput } from "./try-predicate";

type PredicatePanelProps = {
  source: string;
  dependencies: readonly string[];
  /** What it is tried on at first. */
  initialData: TrialInput;
  /** Takes the changed predicate over; undefined takes it away. Left out where it is only read. */
  onApply?: (source: string | undefined) => void;
  applyLabel?: string;
};

/** A predicate with what is wrong with it, and a result to try it on. Loaded only where somebody opens it. */
export default function PredicatePanel({
  source,
  dependencies,
  initialData,
  onApply,
  applyLabel,
}: PredicatePanelProps) {
  const helpId = useId();
  const [text, setText] = useState(source);
  const [known, setKnown] = useState(source);
  if (source !== known) {
    setKnown(source);
    // What somebody is writing here is not taken from them by a change of the plan elsewhere.
    if (text === known) setText(source);
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
        />
        <p id={helpId} className="text-muted text-xs">
          {onApply
            ? "true passes, false or a text fails. Ctrl Space completes names, Tab goes on to the next field."
            : "It is shown as the plan has it, and cannot be changed here."}
        </p>
      </div>
      <PredicateIssues issues={issues} />
      {onApply && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Button
            variant="main"
            disabled={isSame || hasErrors}
            onClick={() => onApply(text.trim() === "" ? undefined : text.trim())}
          >
            {text.trim() === "" && source !== ""
              ? "Take it out of the plan"
              : (applyLabel ?? "Put it into the plan")}
          </Button>
          <span className="text-muted text-xs">{applyNote(isSame, hasErrors)}</span>
        </div>
      )}
      <PredicateTrial source={text} start={initialData} />
    </div>
  );
}

function applyNote(isSame: boolean, hasErrors: boolean): string {
  if (hasErrors) return "Mend what is wrong first.";
  return isSame ? "It is as the plan has it." : "The plan text is written anew with it.";
}
