import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { McpServerConfig } from "@/lib/core/mcp";
import { deliverInTurn } from "./in-turn";
import { plainText, type ReadTools, readTools } from "./read-tools";

export type Fetch = (address: string | URL, init?: RequestInit) => Promise<Response>;

export type OpenClient = ReadTools & {
  client: Client;
  /** The server's own name and version. */
  server: string;
  close(): Promise<void>;
};

/** Programs may have to be downloaded before they start. */
const CONNECT_MS = { stdio: 30_000, http: 20_000 };
/** How long a server may take to say which revision of the protocol it speaks, until it is asked the old way. */
const PROBE_MS = 5_000;
const CLOSE_MS = 2_000;
const MAX_LAST_WORDS = 500;

/**
 * Connects and reads the list of tools. It offers the server nothing to ask of us (no sampling, no elicitation, no
 * roots). `onTools` is told of a changed list, `onEnd` of the connection's end. Throws with what went wrong in words.
 */
export async function openClient(
  config: McpServerConfig,
  { fetchFor, onTools, onEnd }: { fetchFor: FetchFor; onTools(tools: ReadTools): void; onEnd(): void },
): Promise<OpenClient> {
  const { transport, lastWords } = transportOf(config, fetchFor);
  const client = new Client(
    { name: "waymark", version: "1" },
    {
      capabilities: {},
      versionNegotiation: { mode: "auto", probe: { timeoutMs: PROBE_MS } },
      // Results are checked by the toolbox, whose patterns run in linear time.
      jsonSchemaValidator: {
        getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
      },
      listChanged: { tools: { onChanged: (_, tools) => tools && onTools(readTools(tools)) } },
    },
  );
  const close = () => closeClient(client, transport);
  try {
    await client.connect(transport, { timeout: CONNECT_MS[config.transport.kind] });
    deliverInTurn(transport);
    const { tools } = await client.listTools(undefined, { timeout: CONNECT_MS[config.transport.kind] });
    client.onclose = onEnd;
    const { name = "?", version = "" } = client.getServerVersion() ?? {};
    return { client, ...readTools(tools), server: plainText(`${name} ${version}`.trim(), 100), close };
  } catch (error) {
    const words = lastWords();
    await close();
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(withoutSecrets(words ? `${why} (it said: ${words})` : why, config));
  }
}

export type FetchFor = (transport: Extract<McpServerConfig["transport"], { kind: "http" }>) => Fetch;

function transportOf({ transport }: McpServerConfig, fetchFor: FetchFor) {
  if (transport.kind === "http") {
    const { url, headers } = transport;
    const made = new StreamableHTTPClientTransport(new URL(url), {
      fetch: fetchFor(transport),
      requestInit: { headers },
    });
    return { transport: made, lastWords: () => "" };
  }
  const { command, args, env } = transport;
  const made = new StdioClientTransport({
    ...{ command, args, stderr: "pipe" },
    // What our own environment holds, keys among it, is not the server's.
    env: { ...getDefaultEnvironment(), ...env },
  });
  let words = "";
  made.stderr?.on("data", (part: Buffer) => {
    words = (words + part.toString()).slice(-MAX_LAST_WORDS);
  });
  return { transport: made, lastWords: () => plainText(words.trim(), MAX_LAST_WORDS) };
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

/** A server that repeats what it was started with must not show it to people. */
export function withoutSecrets(text: string, { transport }: McpServerConfig): string {
  const secrets = Object.values(transport.kind === "stdio" ? transport.env : transport.headers);
  const values = secrets
    .flatMap((secret) => [secret, ...secret.split(" ")])
    .filter((part) => part.length > 3);
  return values.reduce((kept, secret) => kept.replaceAll(secret, "•••"), text);
}

const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref());
