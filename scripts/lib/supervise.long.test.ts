import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, expect, test } from "vitest";
import { isRunning } from "./child";
import { type Supervised, supervise } from "./supervise";

const timing = { firstDelayMs: 10, longestDelayMs: 40, healthyAfterMs: 60_000, graceMs: 200 };
const endless = "setInterval(() => {}, 1000); console.log('up');";
const deaf = `process.on("SIGTERM", () => {}); ${endless}`;
let supervised: Supervised | undefined;

afterEach(() => supervised?.stop());

function program(source: string): ChildProcess {
  return spawn(process.execPath, ["-e", source], { detached: true, stdio: ["ignore", "pipe", "inherit"] });
}

/** Supervises a program and collects its children and the delays before each restart. */
function keepAlive(source: string, restarts: number) {
  const children: ChildProcess[] = [];
  const delays: number[] = [];
  const restarted = new Promise<void>((resolve) => {
    supervised = supervise({
      timing,
      spawn: () => {
        const child = program(source);
        children.push(child);
        if (children.length === restarts + 1) resolve();
        return child;
      },
      onExit: ({ delayMs }) => delays.push(delayMs),
    });
  });
  return { children, delays, restarted };
}

test("a child that dies is started again, later and later up to a limit", async () => {
  const { delays, restarted } = keepAlive("process.exit(3)", 5);
  await restarted;
  expect(delays).toEqual([10, 20, 40, 40, 40]);
});

test("a child that was healthy is started again at once", async () => {
  const delays: number[] = [];
  let starts = 0;
  await new Promise<void>((resolve) => {
    supervised = supervise({
      timing: { ...timing, healthyAfterMs: 0 },
      spawn: () => {
        starts += 1;
        if (starts === 4) resolve();
        return program("process.exit(1)");
      },
      onExit: ({ delayMs }) => delays.push(delayMs),
    });
  });
  expect(delays).toEqual([10, 10, 10]);
});

test("stop ends the child and starts no other", async () => {
  const { children, delays } = keepAlive(endless, 0);
  const [child] = children;
  if (!child?.stdout) throw new Error("no child");
  await once(child.stdout, "data");
  await Promise.all([supervised?.stop(), supervised?.stop()]);
  expect(isRunning(child)).toBe(false);
  expect(child.signalCode).toBe("SIGTERM");
  expect(delays).toEqual([]);
  expect(children).toHaveLength(1);
});

test("a child that ignores the request to stop is killed", async () => {
  const [child] = keepAlive(deaf, 0).children;
  if (!child?.stdout) throw new Error("no child");
  await once(child.stdout, "data");
  await supervised?.stop();
  expect(child.signalCode).toBe("SIGKILL");
});

test("a program that cannot be started counts as one that died", async () => {
  const failures: number[] = [];
  await new Promise<void>((resolve) => {
    supervised = supervise({
      timing,
      spawn: () => spawn("/no/such/program", { stdio: "ignore" }),
      onExit: (exit) => {
        failures.push(exit.failures);
        if (exit.failures === 2) resolve();
      },
    });
  });
  expect(failures).toEqual([1, 2]);
});
