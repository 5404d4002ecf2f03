import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pageOfEvents } from "@/db/queries/run-store/read-run";
import type { Plan } from "@/lib/core/plan/schema";
import { type Command, type CommandOutcome, fold, readEvent } from "@/lib/core/run";
import type { ActorRef } from "@/lib/core/run/events/envelope";
import type { RunStore } from "@/lib/engine/types";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database/postgres";
import { expectedProjections, inStableOrder, readProjections } from "@/lib/testing/database/projections";
import { createQuietJobs, openRunStore, type RunStoreProcess } from "@/lib/testing/engine/run-store-world";
import { bringToEnd, planArb, play, settingsArb, tapeArb } from "@/lib/testing/runs/random-run";
import { RunWorld } from "@/lib/testing/runs/run-world";
import { silentLog } from "@/lib/testing/silent-log";
import { createRunStore } from ".";

type Entry = { nowMs: number; command?: Command; actor?: ActorRef };

/** A run in memory that keeps what was asked of it, and when. */
class RecordedWorld extends RunWorld {
  declare entries: Entry[] | undefined;

  override send(sent: Command, actor: ActorRef = { kind: "worker", id: "w1" }): CommandOutcome {
    const command = this.withPeople(sent);
    this.entries = [...(this.entries ?? []), { nowMs: this.now ?? 1_000, command, actor }];
    return super.send(command, actor);
  }

  override tick(ms: number): this {
    this.entries = [...(this.entries ?? []), { nowMs: this.now + ms }];
    return super.tick(ms);
  }
}

let testDatabase: TestDatabase;
let world: RunStoreProcess;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  // A clock that the test sets, found before the real one by name.
  world = openRunStore(`${testDatabase.url}?search_path=public,pg_catalog`);
  const { sql } = world.database;
  await sql`create table test_clock (at timestamptz not null)`;
  await sql`insert into test_clock values (to_timestamp(0))`;
  await sql.unsafe(`create function public.clock_timestamp() returns timestamptz language sql volatile
    as 'select at from public.test_clock'`);
});

afterAll(async () => {
  await world?.database.close();
  await testDatabase?.drop();
});

/** Sends the recorded commands through the run store, `size` of one moment at a time. */
async function replay(runStore: RunStore, entries: Entry[], size: number): Promise<void> {
  const { database } = world;
  let count = 0;
  let clockMs = -1;
  for (let from = 0; from < entries.length; ) {
    const { nowMs, command } = entries[from] as Entry;
    if (nowMs !== clockMs)
      await database.sql`update test_clock set at = to_timestamp(${nowMs}::float8 / 1000)`;
    clockMs = nowMs;
    const batch: Entry[] = [];
    do batch.push(entries[from + batch.length] as Entry);
    while (command && batch.length < size && sameMoment(entries[from + batch.length], nowMs) && from > 0);
    from += batch.length;
    const submissions = batch.flatMap(({ command: asked, actor }) => {
      if (!asked || !actor) return [];
      count += 1;
      return [{ envelope: { id: `c${count}`, actor, command: asked } }];
    });
    const [first] = submissions;
    if (first?.envelope.command.type === "create") await runStore.createRun("run_1", first);
    else await runStore.transition("run_1", submissions);
  }
}

const sameMoment = (entry: Entry | undefined, nowMs: number): boolean =>
  entry?.command !== undefined && entry.nowMs === nowMs;

async function clear(): Promise<void> {
  const tables = [
    "run_events",
    "run_commands",
    "tasks",
    "attempts",
    "approvals",
    "plan_versions",
    "decisions",
  ];
  for (const table of [...tables, "replan_history"]) await world.database.sql.unsafe(`delete from ${table}`);
  await world.database.sql`delete from runs`;
}

test("stored events are those decided, and projections are their fold, whatever happens in a run", {
  timeout: 120_000,
}, async () => {
  const property = fc.asyncProperty(
    planArb,
    settingsArb,
    tapeArb,
    fc.integer({ min: 1, max: 5 }),
    fc.boolean(),
    async (plan: Plan, settings, tape, size, toTheEnd) => {
      const recorded = new RecordedWorld({ plan, settings });
      play(recorded, tape.slice(0, 60), () => {});
      if (toTheEnd) bringToEnd(recorded, () => {});
      await clear();
      const runStore = createRunStore({
        sql: world.database.sql,
        jobs: createQuietJobs(),
        log: silentLog,
        notify: () => {},
      });
      await replay(runStore, recorded.entries ?? [], size);

      const rows = await pageOfEvents(world.database.sql, "run_1", 0, 10_000);
      const stored = rows.map((row) =>
        readEvent(Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))),
      );
      expect(stored).toEqual(recorded.events);
      const state = fold("run_1", stored);
      expect(await runStore.peek("run_1")).toEqual(state);
      const projections = await readProjections(world.database.sql, "run_1");
      expect(inStableOrder(projections)).toEqual(inStableOrder(expectedProjections(state, stored)));
    },
  );
  await fc.assert(property, { numRuns: 150 });
});
