import { getOwn } from "@/lib/core/own";
import { isOfPlan } from "@/lib/core/run/gates/table";
import type { ApprovalState, RunState } from "@/lib/core/run/state";

/** How comments go out as a round now: at the gate of the plan, or of its change, else as a replan; or why they cannot. */
export type RoundWay =
  | { by: "request_changes"; gate: ApprovalState }
  | { by: "replan" }
  | { problem: string };

export function roundWay(state: Readonly<RunState>): RoundWay {
  if (state.finished) return { problem: "This run has ended." };
  const gates = Object.keys(state.openApprovals)
    .map((id) => getOwn(state.approvals, id))
    .filter((one) => isOfPlan(one?.kind));
  const gate = gates.find((one) => one?.verbs.includes("request_changes"));
  if (gate) return { by: "request_changes", gate };
  if (gates.length > 0) return { problem: "All revision rounds of this run are used." };
  if (state.phase !== "executing") return { problem: "The plan is being written." };
  if ((state.replan && !state.replanFailed) || state.replanWanted)
    return { problem: "The plan is being replaced already." };
  return { by: "replan" };
}
