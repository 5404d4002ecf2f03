import type { GateStory } from "./gate-stories";

/** The same under names of its own: what is typed at one specimen stays there. */
export function storyNamed({ state, gate, ...rest }: GateStory, name: string): GateStory {
  const named = (approvalId: string) => `${approvalId}-${name}`;
  const approvals = Object.fromEntries(
    Object.values(state.approvals).map((one) => {
      const approvalId = named(one.approvalId);
      return [approvalId, { ...one, approvalId }];
    }),
  );
  const openApprovals = Object.fromEntries(
    Object.entries(state.openApprovals).map(([approvalId, open]) => [named(approvalId), open]),
  );
  const tasks = Object.fromEntries(
    Object.entries(state.tasks).map(([id, task]) => [
      id,
      task.approvalId === undefined ? task : { ...task, approvalId: named(task.approvalId) },
    ]),
  );
  return {
    ...rest,
    gate: { ...gate, approvalId: named(gate.approvalId) },
    state: { ...state, runId: `run_${name}`, tasks, approvals, openApprovals },
  };
}
