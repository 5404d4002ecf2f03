import postgres from "postgres";
import { expect, test } from "vitest";
import { createTestDatabase } from "./postgres";

test("every test database is empty, of its own, and gone after drop", async () => {
  const [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  expect(first.url).not.toBe(second.url);
  const [one, two] = [postgres(first.url), postgres(second.url)];
  await one`create table mark (id int)`;
  const seen = await two`select 1 from pg_tables where tablename = 'mark'`;
  expect(seen).toHaveLength(0);
  await two.end();

  await first.drop();
  await second.drop();
  await expect(one`select 1`).rejects.toThrow();
  await one.end();
  await expect(postgres(first.url, { max: 1 })`select 1`).rejects.toMatchObject({ code: "3D000" });
});

test("the server speaks UTF-8 whatever the machine's locale is", async () => {
  const database = await createTestDatabase();
  const sql = postgres(database.url);
  const [row] = await sql`select current_setting('server_encoding') as encoding, lower('Ä') as lower`;
  expect(row?.encoding).toBe("UTF8");
  await sql.end();
  await database.drop();
});
