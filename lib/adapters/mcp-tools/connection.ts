import type { McpServerConfig, McpServers } from "@/lib/core/mcp";
import type { CancelSignal } from "@/lib/core/ports";
import { faultOf, isAnswer } from "./faults";
import type { OpenClient } from "./open-client";
import { progressTo } from "./progress";
import { createReach, type ReachDeps } from "./reach";
import { readResult } from "./read-result";
import { secretsOf } from "./secrets";

type Call = McpServers["call"] extends (config: McpServerConfig, ...rest: infer Rest) => infer Result
  ? (...rest: Rest) => Result
  : never;

/** The toolbox speaks of a call that takes too long; this only ends what it has left. */
const GRACE_MS = 5_000;

/** The calls of one server's tools. */
export function createConnection(config: McpServerConfig, deps: ReachDeps) {
  const reach = createReach(config, deps);
  const secrets = secretsOf(config);
  /** Calls under way on each connection; one that was lost is closed with the last of them. */
  const users = new Map<OpenClient, number>();
  const lost = new Set<OpenClient>();
  let calls = 0;
  const idle: (() => void)[] = [];

  async function callOn(open: OpenClient, cancel: AbortSignal, ...[tool, args, context]: Parameters<Call>) {
    users.set(open, (users.get(open) ?? 0) + 1);
    try {
      return await open.client.callTool(
        { name: tool.name, arguments: args },
        {
          signal: cancel,
          timeout: config.timeoutMs + GRACE_MS,
          onprogress: progressTo(context.emitChunk, secrets),
        },
      );
    } catch (thrown) {
      const error = thrown as Error;
      // Of a server over HTTP that is gone nothing else is heard.
      if (!isAnswer(error) && !cancel.aborted) {
        lost.add(open);
        await reach.lost(open);
      }
      throw faultOf(error, config, tool);
    } finally {
      const left = (users.get(open) ?? 1) - 1;
      users.set(open, left);
      if (left === 0) {
        users.delete(open);
        if (lost.delete(open)) void open.close();
      }
    }
  }

  const call: Call = async (tool, args, context) => {
    calls += 1;
    const cancel = linked(context.signal);
    try {
      const open = await unlessAborted(reach.open(), cancel.signal);
      if (tool.mayChange) context.effectBegins();
      return readResult(await callOn(open, cancel.signal, tool, args, context), secrets);
    } finally {
      cancel.done();
      calls -= 1;
      if (calls === 0) for (const tell of idle.splice(0)) tell();
    }
  };

  return {
    call,
    /** No new calls; closed when those under way have ended, or at once. */
    async close({ now }: { now: boolean }): Promise<void> {
      reach.refuse();
      if (!now && calls > 0) await new Promise<void>((resolve) => idle.push(resolve));
      await reach.end();
    },
  };
}

export type Connection = ReturnType<typeof createConnection>;

/** The signal of a call as the SDK takes it. */
function linked(outer: CancelSignal) {
  const stop = new AbortController();
  const cancel = () => stop.abort();
  if (outer.aborted) cancel();
  outer.addEventListener("abort", cancel, { once: true });
  return { signal: stop.signal, done: () => outer.removeEventListener("abort", cancel) };
}

/** A connection that takes its time goes on for the next call. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = () => reject(new Error("The call was cancelled."));
    if (signal.aborted) cancel();
    signal.addEventListener("abort", cancel, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", cancel));
  });
}
