import { stat } from "node:fs/promises";
import type { ReservedSql, Sql } from "postgres";
import { expect, it, vi } from "vitest";
import { createConnectionPool } from "./connections";
import { withinLimit } from "./failures";

/** A client whose connection is open, and which gives it away when `reserved` resolves. */
function clientOf(reserved: Promise<ReservedSql>) {
  const end = vi.fn(async () => {});
  const client = Object.assign(async () => [], { reserve: () => reserved, end });
  return { client: client as unknown as Sql, end };
}
const never = new Promise<ReservedSql>(() => {});
const handle = { release() {} } as ReservedSql;

it("a connection that is lost before it is reserved is an error, and its place is free again", async () => {
  const clients = [clientOf(never), clientOf(Promise.resolve(handle))];
  const dialled: (() => void)[] = [];
  const pool = createConnectionPool(
    (onclose) => {
      dialled.push(onclose);
      return clients[dialled.length - 1]?.client as Sql;
    },
    { max: 1 },
  );
  const first = pool.acquire();
  const second = pool.acquire();
  await vi.waitFor(() => expect(dialled).toHaveLength(1));
  dialled[0]?.();
  await expect(first).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
  expect(clients[0]?.end).toHaveBeenCalledOnce();
  const line = await second;
  expect(line).toMatchObject({ broken: false, sql: handle });
  dialled[1]?.();
  expect(line.broken).toBe(true);
});

it("one who waits for a connection waits on while others get theirs, in their order", async () => {
  vi.useFakeTimers();
  try {
    const open = () => clientOf(Promise.resolve(handle)).client;
    const pool = createConnectionPool(open, { max: 1, answerMs: 50 });
    const log: string[] = [];
    const take = async (name: string) => {
      const taken = await pool.acquire().catch(({ code }) => void log.push(`${name} ${code}`));
      if (taken) log.push(name);
      if (taken) setTimeout(() => pool.release(taken), 40);
    };
    for (const name of ["first", "second", "third"]) void take(name);
    // The one that comes in the moment in which the connection is given back does not overtake.
    setTimeout(() => void take("fourth"), 40);
    await vi.advanceTimersByTimeAsync(200);
    expect(log).toEqual(["first", "second", "third", "fourth"]);
    await pool.acquire();
    void take("last");
    await vi.advanceTimersByTimeAsync(120);
    expect(log.at(-1)).toBe("last CONNECTION_SILENT");
  } finally {
    vi.useRealTimers();
  }
});

it("an answer that has arrived while the process was busy is no silence", async () => {
  const answer = stat(".");
  const late = vi.fn();
  const waiting = withinLimit(answer, 5, late);
  const until = performance.now() + 60;
  while (performance.now() < until);
  await expect(waiting).resolves.toMatchObject({ size: expect.any(Number) });
  expect(late).not.toHaveBeenCalled();
});
