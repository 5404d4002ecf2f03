import type { Progress } from "@modelcontextprotocol/client";
import type { JsonObject } from "@/lib/core/json";
import type { McpProbeResult, McpServerConfig, McpServers } from "@/lib/core/mcp";
import type { CancelSignal, Clock, ToolCallContext, UnknownOutcome } from "@/lib/core/ports";
import { isWrongRequest } from "@/lib/core/tool-faults";
import { SAYS_NOTHING } from "./exact-wire";
import { atSending, type FetchFor, type OpenClient, openClient } from "./open-client";
import { rawAnswer } from "./raw-answers";
import { readResult } from "./read-result";
import { plainText } from "./read-tools";
import { type Secrets, secretsOf } from "./secrets";

type ReconnectDeps = {
  fetchFor: FetchFor;
  allowsPrograms: boolean;
  clock: Pick<Clock, "nowMs">;
  /** What the server showed, whenever it connects, fails to, or changes its tools. */
  onSeen(config: McpServerConfig, seen: McpProbeResult): void;
  /** Wait after the first failed connection; it doubles with each further one. */
  backoffMs?: number;
};

const BACKOFF_MS = 1_000;
const MAX_BACKOFF_MS = 60_000;

const MAX_ERROR_CHARS = 1_000;
const withFullStop = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

/** Whether the server itself refused the call: such an error has a number (JSON-RPC 2.0, 5.1). */
const isServerError = ({ code }: Error & { code?: unknown }): boolean =>
  typeof code === "number" && code !== SAYS_NOTHING;

/** Whether an answer came that the SDK makes nothing of, or a refusal of HTTP: such errors have a word for a code. */
const isUnreadable = ({ code }: Error & { code?: unknown }): boolean =>
  code === SAYS_NOTHING || (typeof code === "string" && /RESULT|INPUT_REQUIRED|^CLIENT_HTTP/.test(code));

/** For so long a tool that only reads is taken for one that still does. */
const LIST_FRESH_MS = 60_000;

/**
 * So much of a call's time its server has to connect and to say its tools. One that lets it pass has failed the call: nothing was
 * sent, and nobody has to be asked what became of it.
 */
const READY_SHARE = 0.8;

class TookTooLong extends Error {}

const MAX_NOTICES = 1_000;
const MAX_NOTICE_CHARS = 1_000;

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

  /** Work on a connection, which is given up when it gets no answer. Throws what `said` makes of the error. */
  async function on<T>(
    open: OpenClient,
    cancel: AbortSignal,
    work: () => Promise<T>,
    said: (error: Error) => Error,
  ): Promise<T> {
    callsOn.set(open, (callsOn.get(open) ?? 0) + 1);
    try {
      return await work();
    } catch (thrown) {
      const error = thrown as Error;
      // Of a server over HTTP that is gone nothing else is heard.
      if (!isServerError(error) && !cancel.aborted) {
        broken.add(open);
        await reconnecting.replace(open);
      }
      throw said(error);
    } finally {
      const left = (callsOn.get(open) ?? 1) - 1;
      callsOn.set(open, left);
      if (left === 0) {
        callsOn.delete(open);
        if (broken.delete(open)) void open.close();
      }
    }
  }

  const callOn = (open: OpenClient, cancel: AbortSignal, ...[tool, args, context]: Parameters<Call>) =>
    on(
      open,
      cancel,
      async () => {
        const answer = await open.client.callTool(
          { name: tool.name, arguments: args },
          {
            signal: cancel,
            timeout: config.timeoutMs + GRACE_MS,
            onprogress: forwardProgress(context.emitChunk, secrets),
            // With it a call is sent once, also where the server says that its own definition is another.
            toolDefinition: open.definitionOf(tool.name) ?? unlisted(tool.name),
          },
        );
        return rawAnswer(answer);
      },
      (error) => callError(error, config, tool),
    );

  /** When the tools of each connection were last listed. */
  const listedAt = new WeakMap<OpenClient, number>();
  const isOld = (open: OpenClient): boolean => {
    const nowMs = deps.clock.nowMs();
    const at = listedAt.get(open);
    if (at === undefined) listedAt.set(open, nowMs);
    return at !== undefined && nowMs - at > LIST_FRESH_MS;
  };

  /** A server over HTTP tells nobody that its tools are others now. */
  const lookAgain = (open: OpenClient, cancel: AbortSignal, ready: Deadline) =>
    on(
      open,
      cancel,
      async () => {
        const nowMs = deps.clock.nowMs();
        await ready.inTime(open.lookAgain(cancel, ready.ms));
        listedAt.set(open, nowMs);
      },
      (error) =>
        new Error(
          `The MCP server ${config.name} does not say what its tools are now: ${withFullStop(reasonIn(error, config))} Nothing was sent.`,
        ),
    );

  const call: Call = async (tool, args, context) => {
    calls += 1;
    const cancel = linkedAbort(context.signal);
    const ready = deadlineIn(config.timeoutMs * READY_SHARE);
    try {
      const opening = ready.inTime(reconnecting.open()).catch((error: Error) => {
        throw error instanceof TookTooLong ? reconnecting.isAway(error.message) : error;
      });
      const open = await unlessAborted(opening, cancel.signal);
      if (tool.mayChange || isOld(open))
        await unlessAborted(lookAgain(open, cancel.signal, ready), cancel.signal);
      ready.end();
      reconnecting.refuseIfEnded();
      if (!tool.accepts(open.tools.find(({ name }) => name === tool.name)))
        throw new Error(
          `The MCP server ${config.name} now shows another ${tool.name} than this call was meant for. Nothing was sent: call it again.`,
        );
      const send = () => callOn(open, cancel.signal, tool, args, context);
      if (!tool.mayChange) return readResult(await send(), secrets);
      if (config.transport.kind === "http")
        return readResult(await atSending.run(context.effectBegins, send), secrets);
      await context.effectBegins();
      reconnecting.refuseIfEnded();
      return readResult(await send(), secrets);
    } finally {
      ready.end();
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

function deadlineIn(ms: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const passed = new Promise<never>((_, reject) => {
    const message = `It did not connect and say its tools within ${Math.round(ms)} ms.`;
    timer = setTimeout(() => reject(new TookTooLong(message)), ms);
  });
  passed.catch(() => {});
  return {
    ms,
    inTime: <T>(work: Promise<T>): Promise<T> => Promise.race([work, passed]),
    end: () => clearTimeout(timer),
  };
}

type Deadline = ReturnType<typeof deadlineIn>;

/** A connection that takes its time continues for the next call. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = () => reject(new Error("The call was cancelled."));
    if (signal.aborted) cancel();
    signal.addEventListener("abort", cancel, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", cancel));
  });
}

/** Notices of progress as chunks, no more of them than anybody reads. */
function forwardProgress(
  emit: ToolCallContext["emitChunk"],
  { redactText }: Pick<Secrets, "redactText">,
): (notice: Progress) => void {
  let seq = 0;
  return ({ progress, total, message }) => {
    seq += 1;
    if (seq > MAX_NOTICES) return;
    const share = total === undefined ? String(progress) : `${progress} of ${total}`;
    const words = message === undefined ? share : plainText(redactText(message), MAX_NOTICE_CHARS);
    const meta: JsonObject = { progress, ...(total !== undefined && { total }) };
    emit("progress", seq, `${words}\n`, false, meta);
  };
}

const unlisted = (name: string) => ({ name, inputSchema: { type: "object" as const } });

function reasonIn({ message, data }: Error & { data?: unknown }, config: McpServerConfig): string {
  const more = data === undefined ? "" : ` ${JSON.stringify(data)}`;
  return plainText(secretsOf(config).redactText(`${message}${more}`), MAX_ERROR_CHARS);
}

/**
 * What became of a call without a result. After anything but an answer nobody knows whether one that acts was carried out; an error
 * that refuses no request as wrong ends it, but may come after its effect.
 */
function callError(
  error: Error & { data?: unknown },
  config: McpServerConfig,
  { mayChange }: { mayChange: boolean },
): Error {
  const reason = reasonIn(error, config);
  if (isServerError(error)) {
    const mayHaveActed = mayChange && !isWrongRequest((error as { code?: unknown }).code);
    return Object.assign(new Error(reason, { cause: error }), { mayHaveActed });
  }
  const what = isUnreadable(error)
    ? "answered in a way that cannot be read"
    : "disconnected before it answered";
  const message = `the MCP server ${config.name} ${what}: ${withFullStop(reason)}`;
  const code: UnknownOutcome["code"] = "unknown_outcome";
  return mayChange
    ? Object.assign(new Error(`${message} It may have carried the call out.`, { cause: error }), { code })
    : new Error(message, { cause: error });
}

/** The way to one server: connected on demand, again after it was lost, and with growing pauses while it fails. */
function createReconnectingClient(config: McpServerConfig, deps: ReconnectDeps) {
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
      allowsPrograms: deps.allowsPrograms,
      onTools: (read) =>
        void opening.then((open) => {
          open.tools = read.tools;
          deps.onSeen(config, { ok: true, server: open.server, ...read });
        }),
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

  function refuseIfEnded(): void {
    if (ended) throw new Error(`The MCP server ${config.name} was removed or changed. Nothing was sent.`);
  }

  return {
    refuseIfEnded,
    /** Words for people about a server that cannot be called. */
    isAway: unavailable,
    /** The connection, made now if there is none. Rejects with what people are shown while the server is away. */
    async open(): Promise<OpenClient> {
      refuseIfEnded();
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
