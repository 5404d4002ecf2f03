import { gateTitle } from "@/lib/client/headline";
import type { ApprovalState, RunState } from "@/lib/core/run/state";
import { Card } from "../ui/card";
import { Moment } from "../ui/moment";
import { CLOSED_WORDS, doneWord, nameOf } from "./words";

/** Gates that are closed: who decided what, when and why. */
export function ClosedGates({ state, gates }: { state: RunState; gates: ApprovalState[] }) {
  if (gates.length === 0) return null;
  return (
    <Card title="Decided gates">
      <ul className="grid gap-3">
        {gates.map((gate) => (
          <li key={gate.approvalId}>
            <p className="font-medium">{gateTitle(state, gate)}</p>
            <Closing gate={gate} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Closing({ gate }: { gate: ApprovalState }) {
  const { decided, status } = gate;
  if (!decided) return <p className="text-muted">{status === "open" ? "open" : CLOSED_WORDS[status]}</p>;
  return (
    <p className="text-muted">
      {doneWord(decided.verb)} by {nameOf(decided.by)} ({decided.provenance}), <Moment at={decided.at} />
      {decided.comment && (
        <>
          : <q>{decided.comment}</q>
        </>
      )}
    </p>
  );
}
