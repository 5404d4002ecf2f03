import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { projectRoot } from "./paths";

const entry = (name: string) => pathToFileURL(`${projectRoot}/scripts/entry/${name}`).href;

const parentGuard = ["--import", entry("parent-guard.mjs")];

/** Arguments that make Node run TypeScript. */
export const scriptPreloads = ["--import", entry("typescript.mjs")];

/**
 * Runs this Node in a process group of its own, so that Ctrl-C reaches it through us alone, and in our order.
 * The child stops when this process dies. Its output is piped unless it may write to this terminal.
 */
export function spawnNode(
  args: string[],
  env: Record<string, string | undefined>,
  output: "pipe" | "inherit" = "pipe",
): ChildProcess {
  const options: SpawnOptions = {
    cwd: projectRoot,
    detached: true,
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", WAYMARK_PARENT_PID: String(process.pid), ...env },
    stdio: ["ignore", output, output, "ipc"],
  };
  return spawn(process.execPath, [...parentGuard, ...args], options);
}

/** True until the process has ended. */
export function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

/** Sends a signal to a child and to all it started. */
export function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (!child.pid) return;
  try {
    process.kill(process.platform === "win32" ? child.pid : -child.pid, signal);
  } catch {
    // The group is gone already.
  }
}

/** Stops a child and all it started: asks the child, waits, then kills what is left of its group. */
export async function stopChild(
  child: ChildProcess,
  graceMs: number,
  ask: "SIGINT" | "SIGTERM" = "SIGTERM",
): Promise<void> {
  if (isRunning(child)) {
    const exited = once(child, "exit");
    child.kill(ask);
    const timer = new AbortController();
    const late = setTimeout(graceMs, "late", { signal: timer.signal }).catch(() => "stopped");
    if ((await Promise.race([exited, late])) === "late") {
      signalGroup(child, "SIGKILL");
      await exited;
    }
    timer.abort();
  }
  signalGroup(child, "SIGKILL");
}
