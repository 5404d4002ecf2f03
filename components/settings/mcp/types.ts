import type { PageText } from "@/lib/client/page-text";
import type { ServerChange, ToolChange } from "@/lib/core/inputs/mcp";
import type { MutationResult } from "../models/types";

/** What the page of MCP servers can ask for. */
export type McpActions = {
  /** Adds the server and looks at what it has. */
  add(change: PageText<ServerChange>): Promise<MutationResult>;
  /** Changes it, and looks at it again. */
  change(change: PageText<ServerChange>): Promise<MutationResult>;
  remove(name: string): Promise<MutationResult>;
  test(name: string): Promise<MutationResult>;
  setTool(change: ToolChange): Promise<MutationResult>;
  /** Takes what a server shows of a tool; `digest` is of what was seen. */
  acceptTool(accepted: { name: string; tool: string; digest: string }): Promise<MutationResult>;
};
