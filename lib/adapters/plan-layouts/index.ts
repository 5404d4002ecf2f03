import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import type { LayOut, LayoutJob, PlacedTask, RoutedEdge } from "@/lib/core/layout/plan-layout";

const TIME_LIMIT_MS = 60_000;
/** From the project's folder, in which every process runs: a build has this file elsewhere, the thread's not at all. */
const THREAD = "lib/adapters/plan-layouts/thread.ts";
const LOADER = "scripts/entry/typescript.mjs";

type Told = { nodes?: PlacedTask[]; edges?: RoutedEdge[]; problem?: string };

export type LayoutThread = {
  layOut: LayOut;
  /** Starts the thread, so that the first plan need not wait for it. */
  warmUp(): void;
  close(): Promise<void>;
};

/**
 * Lays plans out in a thread, one after the other: the process answers others in the meantime. `inBackground`: all other
 * work of the machine goes first.
 */
export function createLayoutThread({ timeLimitMs = TIME_LIMIT_MS, inBackground = false } = {}): LayoutThread {
  let thread: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();

  function startThread(): Worker {
    const started = new Worker(resolve(THREAD), {
      execArgv: ["--import", pathToFileURL(resolve(LOADER)).href],
      env: {},
      workerData: { inBackground },
      name: "plan layouts",
    });
    started.once("exit", () => {
      if (thread === started) thread = undefined;
    });
    started.unref();
    return started;
  }

  function layOutInThread(job: LayoutJob, onNodes: (nodes: PlacedTask[]) => void): Promise<RoutedEdge[]> {
    thread ??= startThread();
    const own = thread;
    own.ref();
    return new Promise<RoutedEdge[]>((done, fail) => {
      const settle = () => {
        clearTimeout(timer);
        own.off("message", answered).off("error", giveUp).off("exit", ended);
        own.unref();
      };
      const giveUp = (thrown: Error) => {
        settle();
        if (thread === own) thread = undefined;
        void own.terminate();
        fail(thrown);
      };
      const timer = setTimeout(() => giveUp(new Error("The layout of a plan takes too long.")), timeLimitMs);
      const answered = ({ nodes, edges, problem }: Told) => {
        if (nodes) onNodes(nodes);
        if (problem !== undefined) giveUp(new Error(problem));
        if (!edges) return;
        settle();
        done(edges);
      };
      const ended = () => giveUp(new Error("The thread that lays plans out has ended."));
      own.on("message", answered).on("error", giveUp).on("exit", ended);
      own.postMessage(job);
    });
  }

  return {
    layOut(job, onNodes) {
      const laidOut = last.then(() => layOutInThread(job, onNodes));
      last = laidOut.catch(() => {});
      return laidOut;
    },
    warmUp() {
      thread ??= startThread();
    },
    async close() {
      await thread?.terminate();
      thread = undefined;
    },
  };
}
