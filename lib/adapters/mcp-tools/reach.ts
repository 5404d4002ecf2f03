import type { McpProbeResult, McpServerConfig } from "@/lib/core/mcp";
import type { Clock } from "@/lib/core/ports";
import { withFullStop } from "./faults";
import { type FetchFor, type OpenClient, openClient } from "./open-client";

export type ReconnectDeps = {
  fetchFor: FetchFor;
  clock: Pick<Clock, "nowMs">;
  /** What the server showed, whenever it connects, fails to, or changes its tools. */
  onSeen(config: McpServerConfig, seen: McpProbeResult): void;
  /** Wait after the first failed connection; it doubles with each further one. */
  backoffMs?: number;
};

const BACKOFF_MS = 1_000;
const MAX_BACKOFF_MS = 60_000;

/** The way to one server: connected when somebody wants it, anew after it was lost, while it fails at growing distances. */
export function createReconnectingClient(config: McpServerConfig, deps: ReconnectDeps) {
  const { clock, backoffMs = BACKOFF_MS } = deps;
  let current: Promise<OpenClient> | undefined;
  let failures = 0;
  let problem = "";
  let notBeforeMs = 0;
  let ended = false;
  const stop = new AbortController();
  const unavailable = (why: string) => new Error(`The MCP server ${config.name} is away: ${why}`);

  function connect(): Promise<OpenClient> {
    const opening = openClient(config, {
      fetchFor: deps.fetchFor,
      onTools: (read) =>
        void opening.then(({ server }) => deps.onSeen(config, { ok: true, server, ...read })),
      onEnd: () => drop(opening),
      stop: stop.signal,
    });
    opening.then(
      ({ server, tools, leftOut }) => {
        failures = 0;
        deps.onSeen(config, { ok: true, server, tools, leftOut });
      },
      (error: Error) => {
        problem = withFullStop(error.message);
        notBeforeMs = clock.nowMs() + Math.min(backoffMs * 2 ** failures, MAX_BACKOFF_MS);
        failures += 1;
        drop(opening);
        if (!ended) deps.onSeen(config, { ok: false, problem });
      },
    );
    return opening;
  }

  function drop(opening: Promise<OpenClient>): void {
    if (current === opening) current = undefined;
  }

  return {
    /** The connection, made now if there is none. Rejects with what people are told while the server is away. */
    async open(): Promise<OpenClient> {
      if (ended) throw new Error(`The MCP server ${config.name} was removed or changed.`);
      const waitMs = notBeforeMs - clock.nowMs();
      if (!current && waitMs > 0)
        throw unavailable(`${problem} It is tried again in ${Math.ceil(waitMs / 1_000)} s.`);
      current ??= connect();
      return current.catch(() => {
        throw unavailable(problem);
      });
    },
    /** A call on this connection got no answer: the next one is made on another. */
    async replace(open: OpenClient): Promise<void> {
      const opening = current;
      if (opening && (await opening.catch(() => undefined)) === open) drop(opening);
    },
    /** Lets nobody connect any more. */
    refuseNew(): void {
      ended = true;
    },
    /** Closes what is open, and what is about to be. */
    async close(): Promise<void> {
      ended = true;
      stop.abort();
      const open = await current?.catch(() => undefined);
      current = undefined;
      await open?.close();
    },
  };
}
