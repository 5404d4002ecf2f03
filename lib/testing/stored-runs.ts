import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";

/** Everything that the store holds of runs and their gates, as a digest of each table. */
export async function storedRuns(database: Database): Promise<unknown> {
  const tables = ["runs", "run_events", "run_commands", "approvals", "decisions", "tasks", "attempts"];
  const others = ["tool_calls", "model_calls", "lessons", "plan_forecasts", "plan_layouts", "pgboss.job"];
  const known = await database.orm.execute<{ name: string }>(
    sql`select name from unnest(${sql.param([...tables, ...others])}::text[]) as name where to_regclass(name) is not null`,
  );
  return Promise.all(
    known.map(async ({ name }) => [
      name,
      await database.orm.execute(
        sql`select count(*)::int, md5(coalesce(string_agg(t::text, ',' order by t::text), '')) from ${sql.raw(name)} t`,
      ),
    ]),
  );
}
