import type { Sql } from "postgres";
import { pageOfEvents } from "@/db/queries/door-read";
import { fold, type RunEvent, readEvent } from "@/lib/core/run";
import { expectedProjections, inStableOrder, readProjections } from "../projections";
import { differences } from "./end-state";

const ALL_EVENTS = 100_000;
const MAX_DIFFERENCES = 5;

/** Every stored event of a run, in order. */
export async function readStoredEvents(sql: Sql, runId: string): Promise<RunEvent[]> {
  const rows = await pageOfEvents(sql, runId, 0, ALL_EVENTS);
  return rows.map((row) =>
    readEvent(Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))),
  );
}

/** Where the projections of a run are not the fold of its events (docs/engine.md, "The door"). */
export async function projectionProblems(sql: Sql, runId: string): Promise<string[]> {
  const events = await readStoredEvents(sql, runId);
  const expected = inStableOrder(expectedProjections(fold(runId, events), events));
  const stored = inStableOrder(await readProjections(sql, runId));
  const found = differences(asStored(expected), asStored(stored));
  return found.slice(0, MAX_DIFFERENCES).map((difference) => `fold and projection differ in ${difference}`);
}

/** As JSON stores it: without what is undefined. */
const asStored = (rows: unknown): unknown => JSON.parse(JSON.stringify(rows));
