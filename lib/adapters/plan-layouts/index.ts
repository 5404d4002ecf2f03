import type { LayOut, LayoutJob, PlacedTask, RoutedEdge } from "@/lib/core/layout/plan-layout";
import { createWorkThread } from "../work-thread";

const TIME_LIMIT_MS = 60_000;

export type LayoutThread = { layOut: LayOut; warmUp(): void; close(): Promise<void> };

/** Lays plans out in a thread; its nodes come first. `inBackground`: all other work of the machine goes first. */
export function createLayoutThread({ timeLimitMs = TIME_LIMIT_MS, inBackground = false } = {}): LayoutThread {
  const { work, warmUp, stop } = createWorkThread<LayoutJob, RoutedEdge[], PlacedTask[]>({
    file: "lib/adapters/plan-layouts/thread.ts",
    name: "plan layouts",
    timeLimitMs,
    tookTooLong: () => new Error("The layout of a plan takes too long."),
    data: { inBackground },
  });
  // A layout that was given up is asked for again.
  return { layOut: work, warmUp, close: stop };
}
