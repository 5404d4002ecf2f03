import type { ReservedSql, Sql } from "postgres";
import { expect, it, vi } from "vitest";
import { createConnectionPool } from "./connections";

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
