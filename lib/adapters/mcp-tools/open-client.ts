import { AsyncLocalStorage } from "node:async_hooks";
import { Client, StreamableHTTPClientTransport, type Tool } from "@modelcontextprotocol/client";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { isSameJson, type Json } from "@/lib/core/json";
import { type McpServerConfig, PROGRAMS_OFF } from "@/lib/core/mcp";
import { deliverInOrder } from "./deliver-in-order";
import { ExactBuffer, exactFetch, type Fetch } from "./exact-wire";
import { acceptRawAnswers, type RawList } from "./raw-answers";
import { plainText, type ReadTools, readTools } from "./read-tools";
import { secretsOf } from "./secrets";
import { stderrTailOf } from "./stderr-tail";

/** Code of an acting call that a server redirects: nobody knows whether it was carried out before. */
const REDIRECTED = "CLIENT_HTTP_REDIRECT";

/** The question that a call over HTTP asks when its connection is there: the library takes no word along for it. */
export const atSending = new AsyncLocalStorage<() => Promise<void>>();

export type OpenClient = ReadTools & {
  client: Client;
  /** Has the server say its tools again within this time; `onTools` hears of others. */
  lookAgain(signal: AbortSignal, withinMs: number): Promise<void>;
  /** As the server wrote it when it was last asked. */
  definitionOf(tool: string): Tool | undefined;
  /** The server's own name and version. */
  server: string;
  close(): Promise<void>;
};

/** Programs may have to be downloaded before they start. */
const CONNECT_MS = { stdio: 30_000, http: 20_000 };
/** How long a server may take to say which revision of the protocol it speaks, until it is asked the old way. */
const PROBE_MS = 5_000;
const MAX_SERVER_CHARS = 100;
const MAX_WHY_CHARS = 1_000;
const CLOSE_MS = 2_000;

/**
 * Connects and reads the list of tools. It offers the server nothing to ask of us (no sampling, no elicitation, no
 * roots). `onTools` is called for a changed list, `onEnd` at the connection's end; `stop` ends what has not connected yet.
 * Throws with what went wrong in words.
 */
export async function openClient(
  config: McpServerConfig,
  { fetchFor, allowsPrograms, onTools, onEnd, stop }: OpenDeps,
): Promise<OpenClient> {
  if (config.transport.kind === "stdio" && !allowsPrograms) throw new Error(PROGRAMS_OFF);
  const { transport, stderrTail } = transportOf(config, fetchFor);
  const secrets = secretsOf(config);
  let rawList = (tools: readonly Tool[]): RawList => ({ tools: [...tools], malformed: [] });
  let listed: readonly Tool[] = [];
  const take = (tools: readonly Tool[]): ReadTools => {
    listed = tools;
    return readTools(config.name, rawList(tools), secrets);
  };
  const client = new Client(
    { name: "waymark", version: "1" },
    {
      capabilities: {},
      versionNegotiation: { mode: "auto", probe: { timeoutMs: PROBE_MS } },
      // Results are checked by the toolbox, whose patterns run in linear time.
      jsonSchemaValidator: {
        getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
      },
      // Otherwise a call is sent again, as often as the server answers that it wants something.
      inputRequired: { autoFulfill: false },
      listChanged: { tools: { onChanged: (_, tools) => tools && onTools(take(tools)) } },
    },
  );
  const close = () => closeClient(client, transport);
  const abort = () => void close();
  stop.addEventListener("abort", abort, { once: true });
  try {
    stop.throwIfAborted();
    await client.connect(transport, { timeout: CONNECT_MS[config.transport.kind] });
    deliverInOrder(transport, abort);
    rawList = acceptRawAnswers(transport).rawList;
    const timeout = CONNECT_MS[config.transport.kind];
    const list = async (within: { timeout: number; signal?: AbortSignal }) =>
      take((await client.listTools(undefined, { ...within, cacheMode: "refresh" })).tools);
    const read = await list({ timeout });
    let looks: Promise<unknown> = Promise.resolve();
    client.onclose = onEnd;
    const { name = "?", version = "" } = client.getServerVersion() ?? {};
    const server = plainText(secrets.redactText(`${name} ${version}`.trim()), MAX_SERVER_CHARS);
    stop.throwIfAborted();
    const open: OpenClient = {
      ...read,
      client,
      server,
      close,
      definitionOf: (name) => listed.find((tool) => tool.name === name),
      // One after the other: what is kept beside a list is that of one alone.
      lookAgain(signal, withinMs) {
        const look = looks.then(async () => {
          const now = await list({ signal, timeout: Math.min(withinMs, timeout) });
          const isOther = !isSameJson(now.tools as Json, open.tools as Json);
          open.tools = now.tools;
          if (isOther) onTools(now);
        });
        looks = look.catch(() => {});
        return look;
      },
    };
    return open;
  } catch (error) {
    const said = stderrTail(secrets);
    await close();
    const why = plainText(
      secrets.redactText(error instanceof Error ? error.message : String(error)),
      MAX_WHY_CHARS,
    );
    throw new Error(said ? `${why} (stderr: ${said})` : why);
  } finally {
    stop.removeEventListener("abort", abort);
  }
}

type OpenDeps = {
  fetchFor: FetchFor;
  allowsPrograms: boolean;
  onTools(tools: ReadTools): void;
  onEnd(): void;
  stop: AbortSignal;
};

export type FetchFor = (transport: Extract<McpServerConfig["transport"], { kind: "http" }>) => Fetch;

function transportOf({ transport }: McpServerConfig, fetchFor: FetchFor) {
  if (transport.kind === "http") {
    const { url, headers } = transport;
    const made = new StreamableHTTPClientTransport(new URL(url), {
      fetch: exactFetch(sentOnce(fetchFor(transport))),
      requestInit: { headers },
    });
    return { transport: made, stderrTail: () => "" };
  }
  const { command, args, env } = transport;
  const made = new StdioClientTransport({
    command,
    args,
    stderr: "pipe",
    // What our own environment holds, keys among it, is not the server's.
    env: { ...getDefaultEnvironment(), ...env },
  });
  // There is no way to give it one; a test notices when it no longer reads from here.
  Object.assign(made, { _readBuffer: new ExactBuffer() });
  return { transport: made, stderrTail: stderrTailOf(made.stderr) };
}

/**
 * Requests of which those of acting calls go once, to where the server has led others: the library would send them again after
 * a redirect, as often as the server likes.
 */
function sentOnce(send: Fetch): Fetch {
  const led = new Map<string, string>();
  return async (address, init) => {
    const url = String(address);
    const beforeSent = atSending.getStore();
    const response = await send(beforeSent ? endOf(led, url) : url, { ...init, beforeSent });
    const location = response.headers.get("location");
    if (location === null || response.status < 300 || response.status > 399) return response;
    if (beforeSent)
      throw Object.assign(new Error(`It redirects the call to ${location}`), { code: REDIRECTED });
    const to = new URL(location, url);
    if (to.origin === new URL(url).origin) led.set(url, to.href);
    return response;
  };
}

const MAX_LED = 5;

function endOf(led: ReadonlyMap<string, string>, url: string): string {
  let at = url;
  for (let n = 0; n < MAX_LED; n += 1) at = led.get(at) ?? at;
  return at;
}

async function closeClient(
  client: Client,
  transport: StdioClientTransport | StreamableHTTPClientTransport,
): Promise<void> {
  if (transport instanceof StreamableHTTPClientTransport)
    await Promise.race([transport.terminateSession().catch(() => {}), delay(CLOSE_MS)]);
  await client.close().catch(() => {});
  await transport.close().catch(() => {});
}

const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref());
