import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { installationFile } from "@/lib/auth/installation-file";
import { readEnv } from "@/lib/env";
import { type DatabaseHandle, defaultDataDir, ensureDatabase, migrate } from "../database";
import { Failure } from "./failure";
import { isPortFree } from "./port";
import { type Supervised, supervise } from "./supervise";

/** What Next prints about itself when it starts; `npm start` says it in one line of its own. */
const banner = /^\s*($|▲ Next\.js|- (Local|Network):|✓ (Starting|Ready|Running next.config))/;

interface SupervisedDatabase {
  /** Address to use now; it may change after `onMoved`. */
  url(): string;
  handle(): Promise<DatabaseHandle>;
  /** Leaves the database to the one who still uses it. */
  release(): Promise<void>;
}

interface SuperviseDatabaseOptions {
  onLost: () => void;
  /** The database is back, at another address. */
  onMoved: () => void;
  /** The database cannot be started again. */
  onFailed: (error: unknown) => void;
}

const readyTimeoutMs = 120_000;
const probeTimeoutMs = 30_000;
const pollMs = 100;
const maxStartFailures = 5;

/** The console is served on the loopback address alone: its connections are not encrypted. */
export const host = "127.0.0.1";

/** Where a person opens the console: with the token that lets a browser in, unless there is none to ask for. */
export function consoleAddress(port: number): string {
  const address = `http://${host}:${port}`;
  if (readEnv().AUTH_TOKEN === "off") return address;
  return `${address}/?token=${installationFile(defaultDataDir(), "token")}`;
}

type Environment = Record<"DATABASE_URL" | "PORT", string>;

export interface ProcessesOptions {
  port: number;
  /** Aborted when everything is to stop. */
  stopping: AbortSignal;
  /** Work to do between the migrations and the start of the processes. */
  prepare?: () => Promise<unknown>;
  web: (env: Environment) => ChildProcess;
  worker: (env: Environment) => ChildProcess;
}

/**
 * Runs database, web server and worker until `stopping`; starts again what dies; then stops web and
 * worker, and the database when nobody else uses it. Throws Failure when the console does not come up.
 */
export async function runProcesses({
  port,
  stopping,
  prepare,
  web,
  worker,
}: ProcessesOptions): Promise<void> {
  if (!(await isPortFree(port))) throw portTaken(port);
  const fatal = new AbortController();
  const ended = AbortSignal.any([stopping, fatal.signal]);
  let ready = false;
  let children: Supervised[] = [];
  const database: SupervisedDatabase = await superviseDatabase({
    onLost: () => printLine("The database went away; it is started again."),
    onMoved: () => {
      for (const child of children) child.restart();
    },
    onFailed: (error) => fatal.abort(error),
  });
  const keepAlive = (name: string, spawn: (env: Environment) => ChildProcess) =>
    supervise({
      spawn: () => relayOutput(name, spawn({ DATABASE_URL: database.url(), PORT: String(port) })),
      onExit: ({ code, signal, delayMs, failures }) => {
        printLine(`The ${name} ended (${signal ?? `code ${code}`}); it starts again in ${delayMs} ms.`);
        if (!ready && failures >= maxStartFailures) fatal.abort(crashLoop(name));
      },
    });
  try {
    const { ownerUrl, url } = await database.handle();
    await migrate(ownerUrl, url);
    await prepare?.();
    ended.throwIfAborted();
    if (!(await isPortFree(port))) throw portTaken(port);
    children = [keepAlive("web", web), keepAlive("worker", worker)];
    await waitUntilReady(`http://${host}:${port}`, ended);
    ready = true;
    printLine(`Waymark runs at ${consoleAddress(port)} – Ctrl-C stops it.`);
    if (process.getuid?.() === 0)
      printLine("It runs as root, and so does all that it starts. Use an account of its own.");
    await once(ended, "abort");
    printLine("Stopping …");
    fatal.signal.throwIfAborted();
  } catch (error) {
    if (fatal.signal.aborted) throw fatal.signal.reason;
    if (!stopping.aborted) throw error;
  } finally {
    await Promise.all(children.map((child) => child.stop()));
    await database.release();
  }
}

/** Says one line to the person at the terminal. */
export function printLine(line: string): void {
  console.log(line);
}

/** Resolves when the console and its store answer; throws when they do not in time. */
async function waitUntilReady(url: string, ended: AbortSignal): Promise<void> {
  const deadline = performance.now() + readyTimeoutMs;
  for (;;) {
    const status = await probe(url, ended);
    ended.throwIfAborted();
    if (status !== undefined && status < 500) return;
    if (performance.now() > deadline) throw notAnswering(url, status);
    await setTimeout(pollMs);
  }
}

async function probe(url: string, ended: AbortSignal): Promise<number | undefined> {
  try {
    const signal = AbortSignal.any([ended, AbortSignal.timeout(probeTimeoutMs)]);
    const response = await fetch(`${url}/api/v1/health`, { signal });
    await response.body?.cancel();
    return response.status;
  } catch {
    return undefined;
  }
}

function portTaken(port: number): Failure {
  return new Failure(
    "port_taken",
    `Port ${port} is in use. Stop the program that uses it, or choose another: PORT=${port + 1} npm start`,
  );
}

function notAnswering(url: string, status: number | undefined): Failure {
  const seen = status ? `it answers with status ${status}` : "nothing answers";
  return new Failure("web_failed", `The console did not come up at ${url}: ${seen}.`);
}

function crashLoop(name: string): Failure {
  return new Failure("web_failed", `The ${name} died ${maxStartFailures} times; see its output above.`);
}

/** Like `ensureDatabase`, and starts the server again when it dies. */
async function superviseDatabase({
  onLost,
  onMoved,
  onFailed,
}: SuperviseDatabaseOptions): Promise<SupervisedDatabase> {
  let released = false;
  let handle: Promise<DatabaseHandle>;
  let url = "";

  const open = () => {
    handle = ensureDatabase({ onLost: reopen });
    return handle;
  };
  const reopen = () => {
    if (released) return;
    onLost();
    const before = url;
    open().then((opened) => {
      url = opened.url;
      if (url !== before) onMoved();
    }, onFailed);
  };

  url = (await open()).url;
  return {
    url: () => url,
    handle: () => handle,
    release: async () => {
      released = true;
      await (await handle).release();
    },
  };
}

/** Copies a child's lines to this terminal, each marked with the child's name. */
function relayOutput(name: string, child: ChildProcess): ChildProcess {
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const) {
    if (!from) continue;
    createInterface({ input: from }).on("line", (line) => {
      if (!banner.test(line)) to.write(`${name.padEnd(6)} │ ${to.isTTY ? logLine(line) : line}\n`);
    });
  }
  return child;
}

/** A log record as a person reads it; machines get it as it is. */
function logLine(line: string): string {
  try {
    const record: { msg?: string; err?: { message?: string } } = JSON.parse(line);
    if (record.msg) return record.err?.message ? `${record.msg}: ${record.err.message}` : record.msg;
  } catch {
    // Not a record.
  }
  return line;
}
