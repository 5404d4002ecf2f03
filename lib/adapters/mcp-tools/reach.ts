import type { McpSeen, McpServerConfig } from "@/lib/core/mcp";
import type { Clock } from "@/lib/core/ports";
import { sentence } from "./faults";
import { type FetchFor, type OpenClient, openClient } from "./open-client";

export type ReachDeps = {
  fetchFor: FetchFor;
  clock: Pick<Clock, "nowMs">;
  /** What the server showed, whenever it connects, fails to, or changes its tools. */
  onSeen(config: McpServerConfig, seen: McpSeen): void;
  /** Wait after the first failed connection; it doubles with each further one. */
  backoffMs?: number;
};

const BACKOFF_MS = 1_000;
const MAX_BACKOFF_MS = 60_000;

/** The way to one server: connected when somebody wants it, anew after it was lost, while it fails at growing distances. */
export function createReach(config: McpServerConfig, deps: ReachDeps) {
  const { clock, backoffMs = BACKOFF_MS } = deps;
  let current: Promise<OpenClient> | undefined;
  let failures = 0;
  let problem = "";
  let notBeforeMs = 0;
  let ended = false;
  const stop = new AbortController();
  const away = (why: string) => new Error(`The MCP server ${config.name} is away: ${why}`);

  function begin(): Promise<OpenClient> {
    const opening = openClient(config, {
      fetchFor: deps.fetchFor,
      onTools: (read) =>
        void opening.then(({ server }) => deps.onSeen(config, { ok: true, server, ...read })),
      onEnd: () => forget(opening),
      stop: stop.signal,
    });
    opening.then(
      ({ server, tools, leftOut }) => {
        failures = 0;
        deps.onSeen(config, { ok: true, server, tools, leftOut });
      },
      (error: Error) => {
        problem = sentence(error.message);
        notBeforeMs = clock.nowMs() + Math.min(backoffMs * 2 ** failures, MAX_BACKOFF_MS);
        failures += 1;
        forget(opening);
        if (!ended) deps.onSeen(config, { ok: false, problem });
      },
    );
    return opening;
  }

  function forget(opening: Promise<OpenClient>): void {
    if (current === opening) current = undefined;
  }

  return {
    /** The connection, made now if there is none. Rejects with what people are told while the server is away. */
    async open(): Promise<OpenClient> {
      if (ended) throw new Error(`The MCP server ${config.name} was removed or changed.`);
      const waitMs = notBeforeMs - clock.nowMs();
      if (!current && waitMs > 0)
        throw away(`${problem} It is tried again in ${Math.ceil(waitMs / 1_000)} s.`);
      current ??= begin();
      return current.catch(() => {
        throw away(problem);
      });
    },
    /** A call on this connection got no answer: the next one is made on another. */
    async lost(open: OpenClient): Promise<void> {
      const opening = current;
      if (opening && (await opening.catch(() => undefined)) === open) forget(opening);
    },
    /** Lets nobody connect any more. */
    refuse(): void {
      ended = true;
    },
    /** Closes what is open, and what is about to be. */
    async end(): Promise<void> {
      ended = true;
      stop.abort();
      const open = await current?.catch(() => undefined);
      current = undefined;
      await open?.close();
    },
  };
}
