import type { Sql } from "postgres";
import { keepDay, readDaysToKeep } from "@/db/queries/costs/keep-days";

type KeepDaysDeps = {
  sql: Sql;
  /** Asked after each day: with false the rest is left to who comes next. */
  mayContinue?: () => Promise<boolean>;
};

const DAYS_A_LOOK = 50;

/**
 * Adds up the model calls of each day that has ended, so that reports of many days need not read them one by one
 * (docs/costs.md). What is not kept is added up when it is asked for. Resolves to whether it came to the end.
 */
export async function keepCostDays(
  { sql, mayContinue = async () => true }: KeepDaysDeps,
  workspaceId: string,
): Promise<boolean> {
  for (;;) {
    const days = await readDaysToKeep(sql, workspaceId, DAYS_A_LOOK);
    for (const day of days) {
      await keepDay(sql, workspaceId, day);
      if (!(await mayContinue())) return false;
    }
    if (days.length < DAYS_A_LOOK) return true;
  }
}
