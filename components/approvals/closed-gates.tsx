import { gateTitle } from "@/lib/client/headline";
import type { ApprovalState, RunState } from "@/lib/core/run/state";
import { Card } from "../ui/card";
import { RelativeTime } from "../ui/moment";
import { actorName, CLOSED_STATUS_LABELS, pastVerbLabel } from "./words";

/** Gates that are closed: who decided what, when and why. */
export function ClosedGates({ state, gates }: { state: RunState; gates: ApprovalState[] }) {
  if (gates.length === 0) return null;
  return (
    <Card title="Decided gates">
      <ul className="grid gap-3">
        {gates.map((gate) => (
          <li key={gate.approvalId}>
            <p className="font-medium">{gateTitle(state, gate)}</p>
            <ClosedBy gate={gate} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function ClosedBy({ gate }: { gate: ApprovalState }) {
  const { decided, status } = gate;
  if (!decided)
    return <p className="text-muted">{status === "open" ? "open" : CLOSED_STATUS_LABELS[status]}</p>;
  return (
    <p className="text-muted">
      {pastVerbLabel(decided.verb)} by {actorName(decided.by)} ({decided.provenance}),{" "}
      <RelativeTime at={decided.at} />
      {decided.comment && (
        <>
          : <q>{decided.comment}</q>
        </>
      )}
    </p>
  );
}
