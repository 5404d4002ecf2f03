import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";

const LOADER = "scripts/entry/typescript.mjs";

type WorkThreadOptions = {
  /** From the project's folder, in which every process runs: a build has its caller elsewhere, the thread's file not at all. */
  file: string;
  name: string;
  /** What one job may take. */
  timeLimitMs: number;
  /** Why a job that takes longer is given up. */
  tookTooLong(): Error;
  /** What the thread reads as its `workerData`. */
  data?: object;
};

/** What a thread posts for a job: any number of parts, then what it came to. One that throws ends the thread. */
export type Posted<Result, Part = never> = { part: Part } | { result: Result };

type WorkThread<Job, Result, Part = never> = {
  /** Rejects for a job that takes too long or that the thread fails at; the next one has a thread again. */
  work(job: Job, onPart?: (part: Part) => void): Promise<Result>;
  /** Resolves when the jobs that were given have ended. */
  idle(): Promise<void>;
  /** Gives up the job at work. */
  stop(): Promise<void>;
};

/**
 * Has jobs done in a thread of its own that is started for the first of them, one after the other: the process answers
 * others in the meantime, and may end while the thread is idle.
 */
export function createWorkThread<Job, Result, Part = never>({
  file,
  name,
  timeLimitMs,
  tookTooLong,
  data,
}: WorkThreadOptions): WorkThread<Job, Result, Part> {
  let thread: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();

  function startThread(): Worker {
    const execArgv = ["--import", pathToFileURL(resolve(LOADER)).href];
    const started = new Worker(resolve(file), { execArgv, env: {}, workerData: data, name });
    started.once("exit", () => forget(started));
    started.unref();
    return started;
  }

  function forget(ended: Worker): void {
    if (thread === ended) thread = undefined;
  }

  function workInThread(job: Job, onPart?: (part: Part) => void): Promise<Result> {
    thread ??= startThread();
    const own = thread;
    own.ref();
    return new Promise<Result>((done, fail) => {
      const settle = () => {
        clearTimeout(timer);
        own.off("message", answered).off("error", giveUp).off("exit", ended);
        own.unref();
      };
      const giveUp = (thrown: Error) => {
        settle();
        forget(own);
        void own.terminate();
        fail(thrown);
      };
      const timer = setTimeout(() => giveUp(tookTooLong()), timeLimitMs);
      const answered = (posted: Posted<Result, Part>) => {
        if ("part" in posted) return onPart?.(posted.part);
        settle();
        done(posted.result);
      };
      const ended = () => giveUp(new Error(`The thread “${name}” has ended.`));
      own.on("message", answered).on("error", giveUp).on("exit", ended);
      own.postMessage(job);
    });
  }

  return {
    work(job, onPart) {
      const working = last.then(() => workInThread(job, onPart));
      last = working.catch(() => {});
      return working;
    },
    async idle() {
      await last;
    },
    async stop() {
      await thread?.terminate();
      thread = undefined;
    },
  };
}
