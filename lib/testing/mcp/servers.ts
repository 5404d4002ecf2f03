import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { resolve } from "node:path";
import type { McpServerConfig } from "@/lib/core/mcp";

const root = resolve(import.meta.dirname, "../../..");
const modules = resolve(root, "node_modules/@modelcontextprotocol");
export const FICKLE = resolve(import.meta.dirname, "fickle-server.mjs");
const EVERYTHING = resolve(modules, "server-everything/dist/index.js");
const FILESYSTEM = resolve(modules, "server-filesystem/dist/index.js");

/** A server that this machine's Node runs. */
export function stdioServer(
  name: string,
  args: string[],
  env: Record<string, string> = {},
  change: Partial<McpServerConfig> = {},
): McpServerConfig {
  const transport = { kind: "stdio" as const, command: process.execPath, args, env };
  return { workspaceId: "w1", name, transport, timeoutMs: 20_000, revision: 1, ...change };
}

/** The reference servers: one with something of everything, one that reads and writes files below a folder. */
export const everythingServer = () => stdioServer("everything", [EVERYTHING, "stdio"]);
export const filesystemServer = (folder: string) => stdioServer("files", [FILESYSTEM, folder]);
export const fickleServer = (env: Record<string, string> = {}, change: Partial<McpServerConfig> = {}) =>
  stdioServer("fickle", [FICKLE], env, change);

/** The server with everything, over streamable HTTP on the loopback address. */
export async function startHttpEverything(
  given?: number,
): Promise<{ url: string; port: number; close(): Promise<void> }> {
  const port = given ?? (await freePort());
  const child: ChildProcess = spawn(process.execPath, [EVERYTHING, "streamableHttp"], {
    env: { ...process.env, PORT: String(port) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  await new Promise<void>((started, failed) => {
    child.once("exit", () => failed(new Error("The server did not start")));
    child.stderr?.on("data", (part: Buffer) => part.includes("listening") && started());
  });
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    port,
    async close() {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
