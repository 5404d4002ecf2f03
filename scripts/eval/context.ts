import type { WorkspaceSetup } from "@/lib/core/ports";
import type { RunState } from "@/lib/core/run/state";
import type { EffectContext, EffectServices } from "@/lib/engine/effects/effect";
import { silentTextStreams } from "@/lib/engine/streams/text-streams";

type ContextFacts = Pick<EffectContext, "runId" | "taskId"> & { state: RunState } & Partial<
    Pick<EffectContext, "signal" | "commit" | "record">
  >;

/** An effect's world without a run at work: nothing is committed in it, and nothing is written to a store. */
export function openContext(
  effects: EffectServices,
  setup: WorkspaceSetup,
  { state, ...facts }: ContextFacts,
): EffectContext {
  return {
    signal: new AbortController().signal,
    commit: async () => [],
    record: () => {},
    ...effects,
    ...setup,
    ...facts,
    streams: silentTextStreams,
    key: "evaluation",
    kind: "run_attempt",
    attempt: 1,
    epoch: 1,
    lease: { confirm: async () => {}, isHeld: () => true },
    catchUp: async () => true,
    state: () => state,
    stopReason: () => undefined,
    claimStart: () => false,
  };
}
