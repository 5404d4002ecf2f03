"use client";

import { verbHelp } from "@/lib/core/describe/gates/answers";
import { continueLabel, sendLabel, verbLabel } from "@/lib/core/describe/gates/words";
import { type GateVerb, keyOfVerb, verbRow } from "@/lib/core/run/gates/table";
import type { ApprovalState } from "@/lib/core/run/state";
import { Button } from "../../ui/button";
import { KeyHint } from "../../ui/kbd";

type VerbBarProps = {
  gate: ApprovalState;
  /** The verb whose editor is open: it is sent or left before another is chosen. */
  open: GateVerb | undefined;
  /** The answer is a form that stands above: it is sent at once. */
  answersInForm?: boolean;
  /** Items of a list are rejected: with so many `edit` continues. */
  left?: number;
  pendingVerb: GateVerb | undefined;
  /** It waits for something that is to be seen first. */
  heldBy(verb: GateVerb): string | undefined;
  onChoose(verb: GateVerb): void;
  onBack(): void;
};

/** The verbs of a gate, the first one foremost; while an editor is open, its own two. */
export function VerbBar(props: VerbBarProps) {
  const { gate, open, answersInForm = false, left, pendingVerb, heldBy, onChoose, onBack } = props;
  const { kind, verbs } = gate;
  const pending = pendingVerb !== undefined;
  const send = open && sendLabel(open, kind);
  if (open !== undefined && send !== undefined) {
    return (
      <div className="flex flex-wrap gap-2">
        <Button
          variant={verbRow(open).invitesReason ? "danger" : "person"}
          className="grow"
          disabled={pending || heldBy(open) !== undefined}
          title={heldBy(open)}
          onClick={() => onChoose(open)}
        >
          {pending ? "Sending…" : send}
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
          disabled={pending || heldBy(verb) !== undefined}
          title={heldBy(verb) ?? verbHelp(verb, gate)}
          data-act={`Go to: ${verbLabel(verb, kind)}`}
          data-act-focus=""
          aria-keyshortcuts={keyOfVerb(kind, verb)}
          onClick={() => onChoose(verb)}
        >
          {pendingVerb === verb
            ? "Sending…"
            : verb === "edit" && left !== undefined
              ? continueLabel(kind, left)
              : ((answersInForm ? sendLabel(verb, kind) : undefined) ?? verbLabel(verb, kind))}
          <KeyHint keys={keyOfVerb(kind, verb)} />
        </Button>
      ))}
    </div>
  );
}
