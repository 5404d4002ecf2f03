import { DomainFailure, domainError } from "@/lib/core/errors";
import { type ReadOptions, type ReadPlan, readPlan } from "@/lib/core/plan";
import { createWorkThread } from "../work-thread";

/** Up to here a plan is read in milliseconds, in place. */
export const MAX_CHARS_IN_PLACE = 64 * 1024;
const TIME_LIMIT_MS = 10_000;

type PlanReader = {
  /** What `readPlan` of the core gives. Throws `limit_exceeded` for a text that takes too long. */
  read(text: string, options?: ReadOptions): Promise<ReadPlan>;
  close(): Promise<void>;
};

export type ReadJob = { text: string; options?: ReadOptions | undefined };

/** Reads plans, long ones in a thread. */
export function createPlanReader({ timeLimitMs = TIME_LIMIT_MS } = {}): PlanReader {
  const { work, idle, stop } = createWorkThread<ReadJob, ReadPlan>({
    file: "lib/adapters/plan-reader/thread.ts",
    name: "plan reader",
    timeLimitMs,
    tookTooLong,
  });
  return {
    read: async (text, options) =>
      text.length <= MAX_CHARS_IN_PLACE ? readPlan(text, options) : work({ text, options }),
    async close() {
      await idle();
      await stop();
    },
  };
}

const tookTooLong = () =>
  new DomainFailure(domainError("limit_exceeded", "The plan takes too long to read. Give a simpler one."));
