import type { McpServerConfig, McpServers } from "@/lib/core/mcp";
import type { CancelSignal } from "@/lib/core/ports";
import { callError, isServerError } from "./faults";
import type { OpenClient } from "./open-client";
import { forwardProgress } from "./progress";
import { createReconnectingClient, type ReconnectDeps } from "./reach";
import { readResult } from "./read-result";
import { secretsOf } from "./secrets";

type Call = McpServers["call"] extends (config: McpServerConfig, ...rest: infer Rest) => infer Result
  ? (...rest: Rest) => Result
  : never;

/** The toolbox speaks of a call that takes too long; this only ends what it has left. */
const GRACE_MS = 5_000;

/** The calls of one server's tools. */
export function createConnection(config: McpServerConfig, deps: ReconnectDeps) {
  const reconnecting = createReconnectingClient(config, deps);
  const secrets = secretsOf(config);
  /** Calls under way on each connection; one that was lost is closed with the last of them. */
  const callsOn = new Map<OpenClient, number>();
  const broken = new Set<OpenClient>();
  let calls = 0;
  const onIdle: (() => void)[] = [];

  async function callOn(open: OpenClient, cancel: AbortSignal, ...[tool, args, context]: Parameters<Call>) {
    callsOn.set(open, (callsOn.get(open) ?? 0) + 1);
    try {
      return await open.client.callTool(
        { name: tool.name, arguments: args },
        {
          signal: cancel,
          timeout: config.timeoutMs + GRACE_MS,
          onprogress: forwardProgress(context.emitChunk, secrets),
        },
      );
    } catch (thrown) {
      const error = thrown as Error;
      // Of a server over HTTP that is gone nothing else is heard.
      if (!isServerError(error) && !cancel.aborted) {
        broken.add(open);
        await reconnecting.replace(open);
      }
      throw callError(error, config, tool);
    } finally {
      const left = (callsOn.get(open) ?? 1) - 1;
      callsOn.set(open, left);
      if (left === 0) {
        callsOn.delete(open);
        if (broken.delete(open)) void open.close();
      }
    }
  }

  const call: Call = async (tool, args, context) => {
    calls += 1;
    const cancel = linkedAbort(context.signal);
    try {
      const open = await unlessAborted(reconnecting.open(), cancel.signal);
      if (tool.mayChange) context.effectBegins();
      return readResult(await callOn(open, cancel.signal, tool, args, context), secrets);
    } finally {
      cancel.done();
      calls -= 1;
      if (calls === 0) for (const tell of onIdle.splice(0)) tell();
    }
  };

  return {
    call,
    /** No new calls; closed when those under way have ended, or at once. */
    async close({ now }: { now: boolean }): Promise<void> {
      reconnecting.refuseNew();
      if (!now && calls > 0) await new Promise<void>((resolve) => onIdle.push(resolve));
      await reconnecting.close();
    },
  };
}

export type Connection = ReturnType<typeof createConnection>;

/** The signal of a call as the SDK takes it. */
function linkedAbort(outer: CancelSignal) {
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
