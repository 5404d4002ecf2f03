import type { Graph } from "./graphs";

/** Waymark runs a graph with programs or with agents; peers know no difference. */
export type TaskKind = "direct" | "agent";

/** What a system's process is asked. `prepare` is not measured. */
export type Ask = { act: "prepare" | "run"; graph: Graph; kind: TaskKind };

/** From the call that creates a run to the moment its end is durable and known to the caller. */
export type Timed = {
  ms: number;
  /** Of that, until a worker that polls took the run. */
  waitedMs?: number;
};

export type Answer = Partial<Timed> & { error?: string };
