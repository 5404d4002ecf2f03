import { readdirSync, readFileSync } from "node:fs";
import { is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import * as schema from ".";
import { wordCheckName, wordsOf } from "./columns";

const tables = Object.values(schema).flatMap((one) => (is(one, PgTable) ? [getTableConfig(one)] : []));
const worded = tables.flatMap(({ name: table, columns }) =>
  columns.flatMap((column) => {
    const words = wordsOf(column);
    return words ? [{ table, name: wordCheckName(table, column.name), words: [...new Set(words)] }] : [];
  }),
);

type Snapshot = { tables: Record<string, { checkConstraints: Record<string, { value: string }> }> };

function newestSnapshot(): Snapshot {
  const folder = new URL("../../drizzle/meta/", import.meta.url);
  const newest = readdirSync(folder)
    .filter((name) => name.endsWith("_snapshot.json"))
    .sort()
    .at(-1);
  return JSON.parse(readFileSync(new URL(newest as string, folder), "utf8")) as Snapshot;
}

test("every column of fixed words has a constraint, and the migrations know its words (else: npm run db:generate)", () => {
  const { tables: known } = newestSnapshot();
  const migrated = worded.map(({ table, name }) => {
    const value = known[`public.${table}`]?.checkConstraints[name]?.value ?? "";
    return { table, name, words: [...value.matchAll(/'([^']*)'/g)].map(([, word]) => word) };
  });
  expect(migrated).toEqual(worded);
});

test("no column narrows its text by a type alone", () => {
  // Types of events are an open set: a store holds those of newer versions, which readers refuse by themselves.
  const allowed = ["text().$type<EventType>()"];
  const folder = new URL(".", import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".ts") && !name.includes("test."),
  );
  const narrowed = files.flatMap(
    (name) =>
      readFileSync(new URL(name, folder), "utf8").match(/text\(\)(\.array\(\))?\.\$type<[^>]*>\(\)/g) ?? [],
  );
  expect(narrowed.filter((one) => !allowed.includes(one))).toEqual([]);
});
