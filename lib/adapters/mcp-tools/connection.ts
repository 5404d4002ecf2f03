import type { Progress } from "@modelcontextprotocol/client";
import type { JsonObject } from "@/lib/core/json";
import type { McpSeen, McpServerConfig, McpServers } from "@/lib/core/mcp";
import type { CancelSignal, Clock, UnknownOutcome } from "@/lib/core/ports";
import { type FetchFor, type OpenClient, openClient, withoutSecrets } from "./open-client";
import { readResult } from "./read-result";
import { plainText } from "./read-tools";

export type ConnectionDeps = {
  fetchFor: FetchFor;
  clock: Pick<Clock, "nowMs">;
  /** What the server showed, whenever it connects, fails to, or changes its tools. */
  onSeen(config: McpServerConfig, seen: McpSeen): void;
  /** Wait after the first failed connection; it doubles with each further one. */
  backoffMs?: number;
};

type CallOf = McpServers["call"];

const BACKOFF_MS = 1_000;
const MAX_BACKOFF_MS = 60_000;
/** The toolbox speaks of a call that takes too long; this only ends what it has left. */
const GRACE_MS = 5_000;
const MAX_PROGRESS = 1_000;
const MAX_PROGRESS_CHARS = 1_000;

/** One server, connected to at the first call and anew after it was lost; while it fails, at growing distances. */
export function createConnection(config: McpServerConfig, deps: ConnectionDeps) {
  const { clock, backoffMs = BACKOFF_MS } = deps;
  let current: Promise<OpenClient> | undefined;
  let failures = 0;
  let problem = "";
  let notBeforeMs = 0;
  let calls = 0;
  let ended = false;
  const idle: (() => void)[] = [];

  function connect(): Promise<OpenClient> {
    if (ended) return Promise.reject(new Error(`The MCP server ${config.name} was removed or changed.`));
    if (current) return current;
    const waitMs = notBeforeMs - clock.nowMs();
    if (waitMs > 0)
      return Promise.reject(
        new Error(`${away(config)}: ${problem} It is tried again in ${Math.ceil(waitMs / 1_000)} s.`),
      );
    const opening = openClient(config, {
      fetchFor: deps.fetchFor,
      onTools: (read) =>
        void opening.then(({ server }) => deps.onSeen(config, { ok: true, server, ...read })),
      onEnd: () => {
        if (current === opening) current = undefined;
      },
    });
    current = opening;
    opening.then(
      ({ server, tools, leftOut }) => {
        failures = 0;
        deps.onSeen(config, { ok: true, server, tools, leftOut });
      },
      (error: Error) => {
        problem = sentence(error.message);
        notBeforeMs = clock.nowMs() + Math.min(backoffMs * 2 ** failures, MAX_BACKOFF_MS);
        failures += 1;
        if (current === opening) current = undefined;
        if (!ended) deps.onSeen(config, { ok: false, problem });
      },
    );
    return opening.catch(() => {
      throw new Error(`${away(config)}: ${problem}`);
    });
  }

  const call = async (
    ...[tool, args, context]: Tail<Parameters<CallOf>>
  ): Promise<Awaited<ReturnType<CallOf>>> => {
    calls += 1;
    const cancel = linked(context.signal);
    try {
      const { client } = await unlessAborted(connect(), cancel.signal);
      if (tool.mayChange) context.effectBegins();
      const answer = await client
        .callTool(
          { name: tool.name, arguments: args },
          {
            signal: cancel.signal,
            timeout: config.timeoutMs + GRACE_MS,
            onprogress: progressTo(context.emitChunk),
          },
        )
        .catch((error: Error & { code?: unknown }) => {
          throw faultOf(error, config, tool);
        });
      return readResult(answer);
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
      ended = true;
      if (!now && calls > 0) await new Promise<void>((resolve) => idle.push(resolve));
      const open = await current?.catch(() => undefined);
      current = undefined;
      await open?.close();
    },
  };
}

export type Connection = ReturnType<typeof createConnection>;
type Tail<T extends unknown[]> = T extends [unknown, ...infer Rest] ? Rest : never;

const away = ({ name }: McpServerConfig) => `The MCP server ${name} is away`;
const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

/** An error with a number is the server's answer; after any other one nobody knows whether the call was carried out. */
function faultOf(
  error: Error & { code?: unknown },
  config: McpServerConfig,
  { mayChange }: { mayChange: boolean },
): Error {
  const words = withoutSecrets(plainText(error.message, MAX_PROGRESS_CHARS), config);
  if (typeof error.code === "number") return new Error(words);
  const lost = `the MCP server ${config.name} was lost before it answered: ${sentence(words)}`;
  const code: UnknownOutcome["code"] = "unknown_outcome";
  return mayChange
    ? Object.assign(new Error(`${lost} It may have carried the call out.`), { code })
    : new Error(lost);
}

/** Notices of progress as chunks, no more of them than anybody reads. */
function progressTo(emit: Parameters<CallOf>[3]["emitChunk"]) {
  let seq = 0;
  return ({ progress, total, message }: Progress) => {
    seq += 1;
    if (seq > MAX_PROGRESS) return;
    const share = total === undefined ? String(progress) : `${progress} of ${total}`;
    const words = message === undefined ? share : plainText(message, MAX_PROGRESS_CHARS);
    const meta: JsonObject = { progress, ...(total !== undefined && { total }) };
    emit("progress", seq, `${words}\n`, false, meta);
  };
}

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
