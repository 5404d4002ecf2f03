import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import type { CancelSignal } from "@/lib/core/ports";

const NODE_OPTIONS = [
  "--max-old-space-size=256",
  "--no-warnings",
  // A Node before 22.18 reads TypeScript only with a flag.
  ...(process.features.typescript ? [] : ["--experimental-strip-types"]),
];

type IsolatedProgram = {
  /** The program's file. */
  program: string;
  /** The only folder that it knows. */
  folder: string;
  /** What it reads from its standard input. */
  input: string | Uint8Array;
  signal: CancelSignal;
  timeLimitMs: number;
};

/**
 * What a program of ours writes, run in a process of its own with an empty environment: what is out of hand there, or
 * breaks it, ends that process and nothing else. Never rejects.
 */
export async function runIsolated({
  program,
  folder,
  input,
  signal,
  timeLimitMs,
}: IsolatedProgram): Promise<{ written: string } | { stopped: "time" | "cancelled" }> {
  const child = spawn(process.execPath, [...NODE_OPTIONS, program], {
    cwd: folder,
    env: {} as NodeJS.ProcessEnv,
    stdio: ["pipe", "pipe", "ignore"],
  });
  let stopped: "time" | "cancelled" | undefined;
  const stop = (reason: "time" | "cancelled") => {
    stopped ??= reason;
    child.kill("SIGKILL");
  };
  const timer = setTimeout(() => stop("time"), timeLimitMs);
  const cancel = () => stop("cancelled");
  if (signal.aborted) cancel();
  signal.addEventListener("abort", cancel, { once: true });
  const ended = new Promise<void>((resolve) => {
    child.once("error", () => resolve());
    child.once("close", () => resolve());
  });
  // A child that has gone already does not read what it is sent.
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  try {
    const [written] = await Promise.all([text(child.stdout), ended]);
    return stopped === undefined ? { written } : { stopped };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", cancel);
  }
}
