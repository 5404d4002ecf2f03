"use client";

import { useId } from "react";
import { durationText } from "@/lib/client/format";
import { gateTitle } from "@/lib/client/headline";
import { useNow } from "@/lib/client/use-now";
import type { ApprovalState, RunState } from "@/lib/core/run/state";
import { GateAnswer } from "./gate-answer";
import { ShownValue } from "./shown-value";
import type { DecideApproval } from "./types";
import { KIND_WORDS, verbWord } from "./words";

type GateCardProps = { state: RunState; gate: ApprovalState; decide: DecideApproval };

/** An open gate: what is asked, what it is about, then the verbs it allows and no others. */
export function GateCard({ state, gate, decide }: GateCardProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      data-gate={gate.approvalId}
      className="grid gap-3 rounded-xl border-2 border-person bg-person-soft p-4 shadow-card"
    >
      <div>
        <p className="text-muted text-xs">
          {KIND_WORDS[gate.kind]} · plan v{gate.planVersion}
        </p>
        <h2 id={id} className="font-semibold text-base text-person">
          <span aria-hidden="true">◈ </span>
          {gateTitle(state, gate)}
        </h2>
        <Deadline gate={gate} />
      </div>
      <p className="max-h-60 overflow-y-auto whitespace-pre-wrap">{gate.prompt}</p>
      {gate.shown && <ShownValue shown={gate.shown} />}
      <GateAnswer gate={gate} decide={decide} />
    </section>
  );
}

function Deadline({ gate }: { gate: ApprovalState }) {
  const now = useNow(gate.deadlineAt !== undefined);
  if (gate.deadlineAt === undefined || now === undefined) return null;
  const left = Math.max(0, gate.deadlineAt - now);
  return (
    <p className="text-muted text-xs">
      Answer within {durationText(left)}, then: {verbWord(gate.onTimeout ?? "reject").toLowerCase()}.
    </p>
  );
}
