import type { McpServerView, McpToolView } from "@/lib/core/mcp";

/** A tool that reads, as its server says. */
export const mcpToolView = (part: Partial<McpToolView> = {}): McpToolView => ({
  name: "files__read_file",
  ownName: "read_file",
  description: "Reads a file",
  sideEffects: "read",
  idempotent: true,
  tags: ["mcp", "mcp:files"],
  overridden: false,
  unchecked: [],
  ...part,
});

/** A local program that is connected and has one tool. */
export const mcpServerView = (part: Partial<McpServerView> = {}): McpServerView => ({
  name: "files",
  transport: "stdio",
  command: "npx",
  args: ["-y", "files"],
  url: null,
  secretNames: [],
  allowPrivate: false,
  enabled: true,
  timeoutMs: 60_000,
  state: "connected",
  problem: null,
  stateAtMs: null,
  server: "files 1.0",
  tools: [mcpToolView()],
  leftOut: [],
  waiting: [],
  ...part,
});
