"use client";

import type { ApprovalKind } from "@/lib/core/run/events/people";
import { Button } from "../ui/button";
import { verbHelp } from "./consequences";
import { verbLabel } from "./words";

const KEYS: Record<string, string> = { approve: "a", edit: "e", reject: "r", request_changes: "c" };
const SUBMIT_LABELS: Record<string, string> = {
  edit: "Send edited value",
  respond: "Send answer",
  happened: "It gave this",
  other: "Ask this model",
};

type VerbBarProps = {
  kind?: ApprovalKind;
  verbs: readonly string[];
  /** The verb whose editor is open: it is sent or left before another is chosen. */
  open: string | undefined;
  /** The answer is a form that stands above: it is sent at once. */
  answersInForm?: boolean;
  pendingVerb: string | undefined;
  onChoose(verb: string): void;
  onBack(): void;
};

/** The verbs of a gate, the first one foremost; while an editor is open, its own two. */
export function VerbBar({
  kind,
  verbs,
  open,
  answersInForm = false,
  pendingVerb,
  onChoose,
  onBack,
}: VerbBarProps) {
  const pending = pendingVerb !== undefined;
  if (open !== undefined && SUBMIT_LABELS[open] !== undefined) {
    return (
      <div className="flex flex-wrap gap-2">
        <Button variant="person" className="grow" disabled={pending} onClick={() => onChoose(open)}>
          {pending ? "Sending…" : SUBMIT_LABELS[open]}
        </Button>
        <Button disabled={pending} onClick={onBack}>
          Back
        </Button>
      </div>
    );
  }
  return (
    <div className="flex flex-wrap gap-2">
      {verbs.map((verb, index) => (
        <Button
          key={verb}
          variant={index === 0 ? "person" : "plain"}
          className="grow whitespace-nowrap"
          disabled={pending}
          title={verbHelp(verb, kind)}
          onClick={() => onChoose(verb)}
        >
          {pendingVerb === verb
            ? "Sending…"
            : answersInForm && verb === "respond"
              ? SUBMIT_LABELS.respond
              : verbLabel(verb, kind)}
          {KEYS[verb] && (
            <span aria-hidden="true" className="font-mono font-normal text-xs max-md:hidden">
              {KEYS[verb]}
            </span>
          )}
        </Button>
      ))}
    </div>
  );
}
