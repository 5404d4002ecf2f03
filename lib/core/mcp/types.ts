import type { JsonObject } from "../json";
import type { SideEffects, ToolCallContext } from "../ports";

/** What a server says of a tool; hints that only the server vouches for. */
export type McpAnnotations = {
  readOnly?: boolean;
  destructive?: boolean;
  idempotent?: boolean;
  openWorld?: boolean;
};

/** A tool as its server describes it: texts and schemas are the server's, cut to what we take. */
export type McpTool = {
  name: string;
  description: string;
  inputSchema: JsonObject;
  outputSchema?: JsonObject;
  annotations: McpAnnotations;
};

/** What an administrator says of a tool, against or beyond its annotations. */
export type McpOverride = { sideEffects: SideEffects; idempotent: boolean };

type McpTransport =
  | { kind: "stdio"; command: string; args: string[]; env: Record<string, string> }
  | { kind: "http"; url: string; headers: Record<string, string>; allowPrivate: boolean };

export type McpServerConfig = {
  workspaceId: string;
  name: string;
  transport: McpTransport;
  /** Longest time of one call, in milliseconds. */
  timeoutMs: number;
  /** Which way to reach it this is. */
  revision: number;
};

/** A tool that was not taken, and why. */
export type LeftOutTool = { name: string; reason: string };

/** What a server showed when it was last looked at. */
export type McpProbeResult =
  | { ok: true; server: string; tools: McpTool[]; leftOut: LeftOutTool[] }
  | { ok: false; problem: string };

/** A tool as a call of it was ruled on. */
export type CalledMcpTool = {
  name: string;
  mayChange: boolean;
  /** True where the call may go out to the tool as the server shows it on the connection that carries it. */
  accepts(shown: McpTool | undefined): boolean;
};

/** Servers of the Model Context Protocol, each connected to when it is needed first (docs/tools.md, "MCP"). */
export interface McpServers {
  /** Whether servers that are programs of this machine are started at all (`WAYMARK_STDIO_SERVERS`). */
  readonly allowsPrograms: boolean;
  /** Looks at a server once, on a connection of its own that is closed again. Never rejects. */
  probe(config: McpServerConfig): Promise<McpProbeResult>;
  /**
   * Runs a tool and gives what it answered. Throws before anything is sent when the server shows another tool than the call
   * was ruled on, when the server is away or says that the call failed, and an
   * UnknownOutcome when a tool that may change something gave no answer.
   */
  call(
    config: McpServerConfig,
    tool: CalledMcpTool,
    args: JsonObject,
    context: Pick<ToolCallContext, "signal" | "emitChunk"> & { effectBegins(): Promise<void> },
  ): Promise<JsonObject[string]>;
  /** The workspace has these servers now: connections to others are closed as soon as their calls have ended. */
  retainOnly(workspaceId: string, configs: McpServerConfig[]): void;
  close(): Promise<void>;
}

export const MCP_TRANSPORTS = ["stdio", "http"] as const;
export const MCP_STATES = ["untried", "connected", "failed"] as const;
export type McpState = (typeof MCP_STATES)[number];

/** A server as pages and clients see it: of its secrets only the names. */
export type McpServerView = {
  name: string;
  transport: "stdio" | "http";
  command: string | null;
  args: string[];
  url: string | null;
  /** Names of the variables or headers whose values are kept sealed. */
  secretNames: string[];
  allowPrivate: boolean;
  enabled: boolean;
  timeoutMs: number;
  state: McpState;
  /** Why the last connection failed. */
  problem: string | null;
  stateAtMs: number | null;
  /** The server's own name and version. */
  server: string | null;
  tools: McpToolView[];
  /** Definitions that the server shows and nobody has accepted. */
  waiting: WaitingToolView[];
  leftOut: LeftOutTool[];
};

export type WaitingToolView = {
  /** Its name with us: `server__tool`. */
  name: string;
  ownName: string;
  /** Names the definition that is shown here; it is accepted by it. */
  digest: string;
  shown: McpTool;
  /** What holds until then; null for a tool that is new. */
  held: McpTool | null;
  parts: readonly string[];
  sideEffects: SideEffects;
  idempotent: boolean;
};

export type McpToolView = {
  /** Its name with us: `server__tool`. */
  name: string;
  ownName: string;
  description: string;
  sideEffects: SideEffects;
  idempotent: boolean;
  tags: string[];
  /** An administrator's word stands in the place of the server's hints. */
  overridden: boolean;
  /** Parts of its schemas that calls are not held to, each with why. */
  unchecked: string[];
};
