import { readFileSync } from "node:fs";
import { join } from "node:path";
import { copyCluster, destroyDatabase, temporaryDataDir } from "../scripts/database";
import { scriptPreloads, spawnNode, stopChild } from "../scripts/lib/child";
import { freePort } from "../scripts/lib/port";

const stopGraceMs = 20_000;
/** Set in a developer's shell, these would send the tests to a real model or another database. */
const unset = Object.fromEntries(
  [
    ...["DATABASE_URL", "AUTH", "AUTH_TOKEN", "WAYMARK_MODEL", "OPENAI_API_KEY", "ANTHROPIC_API_KEY"],
    ...["OPENAI_COMPATIBLE_BASE_URL", "OPENAI_COMPATIBLE_API_KEY", "WAYMARK_MODEL_LIMITS"],
    ...["GOOGLE_GENERATIVE_AI_API_KEY", "AI_GATEWAY_API_KEY", "WAYMARK_PUBLIC_URL"],
  ].map((name) => [name, undefined]),
);
/** The variable that names the data folder whose cluster new servers begin with a copy of. */
export const clusterVariable = "WAYMARK_E2E_CLUSTER";
const readyLine = /Waymark runs at (http:\S+)/;

export interface TestServer {
  /** Address of the console, without a slash at the end. */
  url: string;
  /** The address that it printed, which lets a browser in. */
  link: string;
  /** The header by which callers of its API are let in. */
  authorization: Record<string, string>;
  /** The supervisor, the process that `npm start` starts. */
  pid: number;
  dataDir: string;
  /** Resolves with the supervisor's exit code; null when a signal ended it. */
  exited: Promise<number | null>;
  /** Everything it printed so far. */
  output(): string;
  /** Closes the ends of the pipes that it writes to. */
  stopReading(): void;
  /** Stops it as Ctrl-C does, and deletes its data. */
  stop(): Promise<void>;
}

export interface TestServerOptions {
  /** Environment beyond this process's own. */
  env?: Record<string, string>;
  /** Starts it as npm does, by the entry script: `pid` is that script's, the supervisor is its child. */
  byEntry?: boolean;
}

/** The database server's process; 0 while none runs. */
export function databasePid({ dataDir }: Pick<TestServer, "dataDir">): number {
  try {
    return Number.parseInt(readFileSync(join(dataDir, "pg/postmaster.pid"), "utf8"), 10) || 0;
  } catch {
    return 0;
  }
}

/** Lets something happen while a server has lost its database, which its supervisor starts again afterwards. */
export async function withoutDatabase(server: TestServer, act: () => Promise<void>): Promise<void> {
  const pid = databasePid(server);
  // It would be started again within the second.
  process.kill(server.pid, "SIGSTOP");
  try {
    process.kill(pid, "SIGKILL");
    await act();
  } finally {
    process.kill(server.pid, "SIGCONT");
  }
}

/** What the address that a server printed says of it. */
export function addressOf(link: string): Pick<TestServer, "url" | "link" | "authorization"> {
  const { origin, searchParams } = new URL(link);
  const token = searchParams.get("token");
  return { url: origin, link, authorization: token ? { authorization: `Bearer ${token}` } : {} };
}

/** Starts a Waymark of its own: free port, own database, own worker. Throws with its output when it fails. */
export async function startServer({ env = {}, byEntry }: TestServerOptions = {}): Promise<TestServer> {
  const dataDir = await temporaryDataDir("e2e");
  const prepared = process.env[clusterVariable];
  if (prepared) await copyCluster(prepared, dataDir);
  const program = byEntry ? ["scripts/run.mjs"] : scriptPreloads;
  const child = spawnNode([...program, "scripts/start.ts"], {
    ...unset,
    PORT: String(await freePort()),
    WAYMARK_SIMULATED_PACE: "instant",
    ...env,
    WAYMARK_DATA_DIR: dataDir,
  });
  const exited = new Promise<number | null>((resolve) => child.on("exit", resolve));
  let output = "";
  const link = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (chunk) => {
        output += chunk;
        const [, address] = readyLine.exec(output) ?? [];
        if (address) resolve(address);
      });
    }
    child.on("close", (code) => reject(new Error(`The server ended with code ${code}:\n${output}`)));
  }).catch(async (error) => {
    await destroyDatabase(dataDir);
    throw error;
  });
  return {
    ...addressOf(link),
    pid: child.pid ?? 0,
    dataDir,
    exited,
    output: () => output,
    stopReading: () => {
      for (const stream of [child.stdout, child.stderr]) stream?.destroy();
    },
    stop: async () => {
      await stopChild(child, stopGraceMs);
      await destroyDatabase(dataDir);
    },
  };
}
