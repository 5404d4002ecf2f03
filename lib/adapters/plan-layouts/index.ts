import type { LayOut, LayoutJob, PlacedTask, RoutedEdge } from "@/lib/core/layout/plan-layout";
import { WARM_UP_ROUNDS, warmUpLinks } from "@/lib/core/layout/warm-up";
import { createWorkThread } from "../work-thread";

const TIME_LIMIT_MS = 60_000;

type LayoutThread = {
  layOut: LayOut;
  /** Lays out a plan that there is not, until somebody asks for one that there is. Resolves when it is done. */
  warmUp(): Promise<void>;
  close(): Promise<void>;
};

/** Lays plans out in a thread; its nodes come first. `inBackground`: all other work of the machine goes first. */
export function createLayoutThread({ timeLimitMs = TIME_LIMIT_MS, inBackground = false } = {}): LayoutThread {
  const { work, stop } = createWorkThread<LayoutJob, RoutedEdge[], PlacedTask[]>({
    file: "lib/adapters/plan-layouts/thread.ts",
    name: "plan layouts",
    timeLimitMs,
    tookTooLong: () => new Error("The layout of a plan takes too long."),
    data: { inBackground },
  });
  let isAsked = false;
  return {
    // A layout that was given up is asked for again.
    layOut(job, onNodes) {
      isAsked = true;
      return work(job, onNodes);
    },
    async warmUp() {
      const job: LayoutJob = { links: warmUpLinks(), kept: undefined };
      for (let round = 0; round < WARM_UP_ROUNDS && !isAsked; round += 1) await work(job);
    },
    close: stop,
  };
}
