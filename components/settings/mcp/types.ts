import type { SideEffects } from "@/lib/core/ports";
import type { MutationResult } from "../models/types";

type Common = { name: string; enabled: boolean; timeoutMs: number };

/** Variables or headers that are left out stay as they are; {} removes them. */
export type ServerChange =
  | (Common & { transport: "stdio"; command: string; args: string[]; env?: Record<string, string> })
  | (Common & { transport: "http"; url: string; headers?: Record<string, string>; allowPrivate: boolean });

/** Without `sideEffects` the server's own word counts. */
export type ToolChange = { name: string; tool: string; sideEffects?: SideEffects; idempotent?: boolean };

/** What the page of MCP servers can ask for. */
export type McpActions = {
  /** Adds the server and looks at what it has. */
  add(change: ServerChange): Promise<MutationResult>;
  /** Changes it, and looks at it anew. */
  change(change: ServerChange): Promise<MutationResult>;
  remove(name: string): Promise<MutationResult>;
  test(name: string): Promise<MutationResult>;
  setTool(change: ToolChange): Promise<MutationResult>;
};
