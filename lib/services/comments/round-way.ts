import type { ApprovalState, RunState } from "@/lib/core/run/state";

/** How comments go out as a round now: at the gate of the plan, else as a replan; or why they cannot. */
export type RoundWay =
  | { by: "request_changes"; gate: ApprovalState }
  | { by: "replan" }
  | { problem: string };

export function roundWay(state: Readonly<RunState>): RoundWay {
  if (state.finished) return { problem: "This run has ended." };
  const gate = Object.keys(state.openApprovals)
    .map((id) => state.approvals[id])
    .find((one) => one?.kind === "plan_approval" && one.verbs.includes("request_changes"));
  if (gate) return { by: "request_changes", gate };
  if (state.phase !== "executing") return { problem: "The plan is being written." };
  if ((state.replan && !state.replanFailed) || state.replanWanted)
    return { problem: "The plan is being replaced already." };
  return { by: "replan" };
}
