import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { DomainFailure, domainError } from "@/lib/core/errors";
import { type ReadPlan, readPlan } from "@/lib/core/plan";

/** Up to here a plan is read in milliseconds, in place. */
export const MAX_CHARS_IN_PLACE = 64 * 1024;
const TIME_LIMIT_MS = 10_000;
/** From the project's folder, in which every process runs: a build has this file elsewhere, the thread's not at all. */
const THREAD = "lib/adapters/plan-reader/thread.ts";
const LOADER = "scripts/entry/typescript.mjs";

export type PlanReader = {
  /** What `readPlan` of the core gives. Throws `limit_exceeded` for a text that takes too long. */
  read(text: string): Promise<ReadPlan>;
  close(): Promise<void>;
};

/**
 * Reads plans, long ones in a thread that is started for the first of them, one after the other: the process answers
 * others in the meantime.
 */
export function createPlanReader({ timeLimitMs = TIME_LIMIT_MS } = {}): PlanReader {
  let thread: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();

  function startThread(): Worker {
    const started = new Worker(resolve(THREAD), {
      execArgv: ["--import", pathToFileURL(resolve(LOADER)).href],
      env: {},
      name: "plan reader",
    });
    started.once("exit", () => {
      if (thread === started) thread = undefined;
    });
    return started;
  }

  function readInThread(text: string): Promise<ReadPlan> {
    thread ??= startThread();
    const own = thread;
    own.ref();
    return new Promise<ReadPlan>((done, fail) => {
      const settle = () => {
        clearTimeout(timer);
        own.off("message", answered).off("error", giveUp).off("exit", ended);
        own.unref();
      };
      const giveUp = (thrown: Error) => {
        settle();
        thread = undefined;
        void own.terminate();
        fail(thrown);
      };
      const timer = setTimeout(() => giveUp(tookTooLong()), timeLimitMs);
      const answered = (read: ReadPlan) => {
        settle();
        done(read);
      };
      const ended = () => giveUp(new Error("The thread that reads plans has ended."));
      own.on("message", answered).on("error", giveUp).on("exit", ended);
      own.postMessage(text);
    });
  }

  return {
    async read(text) {
      if (text.length <= MAX_CHARS_IN_PLACE) return readPlan(text);
      const reading = last.then(() => readInThread(text));
      last = reading.catch(() => {});
      return reading;
    },
    async close() {
      await last;
      await thread?.terminate();
      thread = undefined;
    },
  };
}

const tookTooLong = () =>
  new DomainFailure(domainError("limit_exceeded", "The plan takes too long to read. Give a simpler one."));
