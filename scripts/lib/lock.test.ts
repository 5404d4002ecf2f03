import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { scriptPreloads } from "./child";
import { withLock } from "./lock";
import { projectRoot } from "./paths";

const name = `test ${process.pid}`;

/** A process that takes the lock, says so, and keeps it until it is killed. */
function holder() {
  const program = `import { withLock } from "./scripts/lib/lock";
    withLock(${JSON.stringify(name)}, () => { console.log("held"); return new Promise(() => setInterval(() => {}, 1000)); });`;
  return spawn(process.execPath, [...scriptPreloads, "--input-type=module", "-e", program], {
    cwd: projectRoot,
    stdio: ["ignore", "pipe", "inherit"],
  });
}

test("holders take turns, and the lock is free after a failure", async () => {
  const log: string[] = [];
  const work = (id: number) =>
    withLock(name, async () => {
      log.push(`in ${id}`);
      await new Promise((resolve) => setImmediate(resolve));
      log.push(`out ${id}`);
      if (id === 2) throw new Error("two fails");
      return id;
    });
  const results = await Promise.allSettled([1, 2, 3].map(work));
  expect(results.map((result) => result.status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  for (let at = 0; at < log.length; at += 2) expect(log[at + 1]).toBe(log[at]?.replace("in", "out"));
  expect(log).toHaveLength(6);
});

test("locks of other names do not wait", async () => {
  await expect(withLock(name, () => withLock(`${name} other`, async () => "both"))).resolves.toBe("both");
});

test("a holder killed with -9 frees the lock for those who wait", async () => {
  const child = holder();
  await once(child.stdout, "data");
  let entered = false;
  const waiting = withLock(name, async () => {
    entered = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(entered).toBe(false);
  child.kill("SIGKILL");
  await waiting;
  expect(entered).toBe(true);
});
