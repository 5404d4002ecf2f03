import { initialState, type RunState, transact } from "@/lib/core/run";
import type { EffectContext } from "@/lib/engine/effects/effect";
import type { Lease } from "@/lib/engine/worker/leases";

/** A lease that nobody can take away. */
export const HELD: Lease = { confirm: async () => {}, isHeld: () => true };

/** A run with this one effect in flight, and the run store through which it commits. */
export function runWithEffect(
  key: string,
  settings: Partial<RunState["settings"]> = {},
): { state: RunState; commit: EffectContext["commit"] } {
  const state = initialState(key.split("/")[0] ?? "run");
  // Without a plan nothing follows by itself.
  state.phase = "planning";
  Object.assign(state.settings, settings);
  state.inFlight[key] = { kind: "run_attempt", taskId: "t", attempt: 1, sinceSeq: 0 };
  let count = 0;
  return {
    state,
    async commit(reports) {
      const commands = reports.map(({ command }) => {
        count += 1;
        return { id: `c${count}`, actor: { kind: "worker" as const, id: "w" }, command };
      });
      return transact(state, commands, 0).outcomes.map(({ commandId: _id, ...reply }) => reply as never);
    },
  };
}
