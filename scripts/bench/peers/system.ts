import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { isRunning, scriptPreloads, spawnNode, stopChild } from "../../lib/child";
import { projectRoot } from "../../lib/paths";
import type { Graph } from "./graphs";
import type { Answer, Ask, TaskKind, Timed } from "./messages";

export type SystemOptions = {
  name: string;
  databaseUrl: string;
  /** The module of bench/peers; Waymark itself without one. */
  peer?: string;
  /** Which of the ways in which a peer can be used. */
  variant?: string;
};

export type System = {
  name: string;
  prepare(graph: Graph, kind: TaskKind): Promise<void>;
  run(graph: Graph, kind: TaskKind): Promise<Timed>;
  close(): Promise<void>;
};

const STOP_GRACE_MS = 10_000;
/** Far beyond what any run takes: a system that hangs must not hang the measurement. */
const ANSWER_MS = 120_000;
const KEPT_OUTPUT_CHARS = 4_000;

/** Starts the process of a system and waits until it takes work. */
export async function startSystem(options: SystemOptions): Promise<System> {
  const { name, databaseUrl, peer, variant } = options;
  const script = peer
    ? [join(projectRoot, "bench/peers/host.mjs"), peer]
    : [...scriptPreloads, join(projectRoot, "scripts/bench/peers/waymark.ts")];
  const child = spawnNode(script, { PEER_DATABASE_URL: databaseUrl, PEER_VARIANT: variant });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk) => {
      output = (output + chunk).slice(-KEPT_OUTPUT_CHARS);
    });
  }
  const ask = async (message?: Ask): Promise<Answer> => {
    const answer = nextAnswer(child);
    if (message && child.connected) child.send(message);
    const { error, ...rest } = await answer;
    if (error !== undefined) throw new Error(`${name}: ${error}\n${output}`);
    return rest;
  };
  await ask();
  return {
    name,
    async prepare(graph, kind) {
      await ask({ act: "prepare", graph, kind });
    },
    async run(graph, kind) {
      const { ms, waitedMs } = await ask({ act: "run", graph, kind });
      if (ms === undefined) throw new Error(`${name} did not say how long it took`);
      return { ms, ...(waitedMs !== undefined && { waitedMs }) };
    },
    close: () => stopChild(child, STOP_GRACE_MS),
  };
}

/** What the process says next; its end is an error, and so is its silence. */
async function nextAnswer(child: ChildProcess): Promise<Answer> {
  if (!isRunning(child)) return { error: `The process ended with ${child.exitCode ?? child.signalCode}` };
  const done = new AbortController();
  const { signal } = done;
  const silence = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]);
  try {
    return await Promise.race([
      once(child, "message", { signal }).then(([answer]) => answer as Answer),
      once(child, "exit", { signal }).then(([code]) => ({ error: `The process ended with ${code}` })),
      once(silence, "abort").then(() => ({ error: "The process did not answer" })),
    ]);
  } finally {
    done.abort();
  }
}
