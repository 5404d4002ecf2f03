import { afterAll, beforeAll, expect, it } from "vitest";
import { openDatabase } from "@/db/client";
import { databaseUrl, onServer } from "@/lib/testing/database/postgres";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";
import { probeStore } from "./health";

let world: ServiceWorld;
beforeAll(async () => {
  world = await openServiceWorld();
});
afterAll(() => world?.close());

/** The code of what is thrown by a store whose statements may lay so much aside in files. */
async function codeWithRoom(room: string): Promise<unknown> {
  const name = new URL(world.url).pathname.slice(1);
  const set = (words: string) =>
    onServer(databaseUrl(world.url, "postgres"), (sql) => sql.unsafe(`alter database ${name} ${words}`));
  await set(`set temp_file_limit = '${room}'`);
  const database = openDatabase(world.url, { max: 1 });
  try {
    return await probeStore(database.orm).then(
      () => "ready",
      ({ cause }) => cause.code,
    );
  } finally {
    await database.close();
    await set("reset temp_file_limit");
  }
}

it("a store without room for another megabyte in a file is not ready", async () => {
  expect(await codeWithRoom("1MB")).toBe("53400");
  expect(await codeWithRoom("2MB")).toBe("ready");
});

it("one with room is ready, and keeps a row of what was written", async () => {
  const { sql } = world.database;
  await world.services.system.health({ actor: world.person(), input: {} });
  expect([...(await sql`select id from readiness_probes`)]).toEqual([{ id: 1 }]);
  expect([...(await sql`select name from pg_ls_tmpdir()`)]).toEqual([]);
  const [memory] =
    await sql`select setting = reset_val as "isReset" from pg_settings where name = 'work_mem'`;
  expect(memory).toEqual({ isReset: true });
});
