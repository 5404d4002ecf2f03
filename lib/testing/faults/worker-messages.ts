import type { WorkerOptions } from "@/lib/engine/worker/worker";
import type { EffectWindow } from "./world-tools";

/** How a worker process of the fault harness is set up; the only argument of its script, as JSON. */
export type WorkerProcessOptions = {
  databaseUrl: string;
  modelUrl: string;
  /** Sent with each model call, so that the server knows who asks. */
  apiKey: string;
  worldFile: string;
  workerOptions: Partial<WorkerOptions>;
};

/** What such a process tells its parent: that it takes runs, which it has claimed, or that it stands at an effect and waits. */
export type FromWorker =
  | { kind: "ready"; workerId: string }
  | { kind: "claimed"; runIds: string[] }
  | { kind: "window"; number: number; window: EffectWindow; tool: string; id: string };

/** Lets the process go on from the window of this number. */
export type ToWorker = { pass: number };
