import postgres from "postgres";
import type { TestEngine } from "@/lib/testing/engine/run-harness";
import { createScriptedModel } from "@/lib/testing/models/scripted-model";
import { chain, withEngine } from "./engine";
import { type Measured, median, rounded, writeRows } from "./results";

const SHORT_TASKS = 100;
const LONG_TASKS = 300;
const REPETITIONS = 5;

const TARGETS = {
  agent: { writes: 1.3, walBytes: 6_144 },
  direct: { writes: 0.5, walBytes: 4_096 },
};

/** `runWrites`: transactions in which the run itself changed; the others tell, claim and look after it. */
type Cost = { writes: number; walBytes: number; runWrites: number };
type Row = Cost & { taskType: "agent" | "direct" };

/**
 * What a task of a chain costs its database: the transactions that write and the bytes of the write-ahead log, without the
 * images of whole pages that follow a checkpoint. A long chain less a short one, over the tasks between them.
 */
export async function benchCommits(): Promise<boolean> {
  const model = createScriptedModel(({ role }) => (role === "answer" ? "All is done." : "done"));
  const rows = await withEngine(model, async (engine, { ownerUrl }) => {
    const sql = postgres(ownerUrl, { max: 1 });
    try {
      await sql`alter system set full_page_writes = off`;
      await sql`select pg_reload_conf()`;
      return [await measure(engine, sql, "agent"), await measure(engine, sql, "direct")];
    } finally {
      await sql.end();
    }
  });
  return writeRows(
    "commits",
    rows.flatMap(({ taskType, writes, walBytes, runWrites }): Measured[] => [
      {
        row: `transactions that write, a task of a chain, ${taskType}`,
        value: rounded(writes),
        target: TARGETS[taskType].writes,
        figures: { ofTheRun: rounded(runWrites) },
      },
      {
        row: `bytes of log, a task of a chain, ${taskType}`,
        value: Math.round(walBytes),
        target: TARGETS[taskType].walBytes,
      },
    ]),
  );
}

async function measure(engine: TestEngine, sql: postgres.Sql, taskType: Row["taskType"]): Promise<Row> {
  const costOfChain = async (length: number): Promise<Cost> => {
    const before = await countersOf(sql);
    const plan = chain(length);
    const work = taskType === "direct" ? { type: "direct" as const, input: "(+ 1 2)" } : {};
    const tasks = plan.tasks.map((task) => ({ ...task, ...work }));
    const runId = await engine.createRun({ mission: "Measure", plan: { ...plan, tasks } });
    await engine.waitFor(runId, (now) => now.finished !== undefined);
    const after = await countersOf(sql);
    const [run] = await sql<{ writes: number }[]>`
      select count(distinct at)::int as writes from run_events where run_id = ${runId}`;
    return {
      writes: after.writes - before.writes,
      walBytes: after.walBytes - before.walBytes,
      runWrites: run?.writes ?? Number.NaN,
    };
  };
  await costOfChain(SHORT_TASKS);
  const samples: Cost[] = [];
  for (let n = 0; n < REPETITIONS; n += 1) {
    const short = await costOfChain(SHORT_TASKS);
    const long = await costOfChain(LONG_TASKS);
    const tasks = LONG_TASKS - SHORT_TASKS;
    samples.push({
      writes: (long.writes - short.writes) / tasks,
      walBytes: (long.walBytes - short.walBytes) / tasks,
      runWrites: (long.runWrites - short.runWrites) / tasks,
    });
  }
  const medianOf = (counter: keyof Cost) => median(samples.map((sample) => sample[counter]));
  return {
    taskType,
    writes: medianOf("writes"),
    walBytes: medianOf("walBytes"),
    runWrites: medianOf("runWrites"),
  };
}

/** Transactions that were given a number, and bytes of the log, since the server was made. */
async function countersOf(sql: postgres.Sql): Promise<Omit<Cost, "runWrites">> {
  const [row] = await sql<Omit<Cost, "runWrites">[]>`
    select pg_snapshot_xmax(pg_current_snapshot())::text::float8 as writes,
      pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as "walBytes"`;
  if (!row) throw new Error("The server has no counters");
  return row;
}
