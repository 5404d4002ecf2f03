"use client";

import type { ApprovalState, RunState } from "@/lib/core/run/state";
import { GatePanel } from "./gate-panel";
import type { DecideApproval } from "./types";

type GateCardProps = { state: RunState; gate: ApprovalState; decide: DecideApproval };

/** A gate's panel with a frame of its own. */
export function GateCard({ state, gate }: GateCardProps) {
  return (
    <div className="overflow-hidden rounded-xl border-2 border-person shadow-card">
      <GatePanel state={state} gate={gate} />
    </div>
  );
}
