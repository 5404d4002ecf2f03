import type { Sql } from "postgres";
import { pageOfEvents } from "@/db/queries/door-read";
import { canonicalJson, type Json } from "@/lib/core/json";
import { fold, type RunEvent, readEvent } from "@/lib/core/run";
import { expectedProjections, readProjections, sorted } from "../projections";

const ALL_EVENTS = 100_000;

/** Every stored event of a run, in order. */
export async function readStoredEvents(sql: Sql, runId: string): Promise<RunEvent[]> {
  const rows = await pageOfEvents(sql, runId, 0, ALL_EVENTS);
  return rows.map((row) =>
    readEvent(Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))),
  );
}

/** The projections of a run that are not the fold of its events (docs/engine.md, "The door"), by name. */
export async function projectionProblems(sql: Sql, runId: string): Promise<string[]> {
  const events = await readStoredEvents(sql, runId);
  const expected = sorted(expectedProjections(fold(runId, events), events));
  const stored = sorted(await readProjections(sql, runId));
  const names = Object.keys(expected) as (keyof typeof expected)[];
  return names
    .filter((name) => textOf(expected[name]) !== textOf(stored[name]))
    .map((name) => `the projection ${name} is not the fold of the events`);
}

/** As JSON stores it: without what is undefined. */
const textOf = (rows: unknown): string => canonicalJson(JSON.parse(JSON.stringify(rows)) as Json);
