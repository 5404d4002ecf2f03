import { and, eq } from "drizzle-orm";
import type { JsonObject } from "@/lib/core/json";
import type { OrmOrTx } from "../../client";
import { planForecasts } from "../../schema";

type VersionKey = { workspaceId: string; runId: string; version: number };

/** The forecast that is stored with a plan version. */
export async function readPlanForecast(
  db: OrmOrTx,
  { workspaceId, runId, version }: VersionKey,
): Promise<JsonObject | undefined> {
  const [row] = await db
    .select({ forecast: planForecasts.forecast })
    .from(planForecasts)
    .where(
      and(
        eq(planForecasts.workspaceId, workspaceId),
        eq(planForecasts.runId, runId),
        eq(planForecasts.version, version),
      ),
    );
  return row?.forecast;
}

/** Keeps a forecast; of two that were made at once the first stays. */
export async function putPlanForecast(db: OrmOrTx, key: VersionKey, forecast: JsonObject): Promise<void> {
  await db
    .insert(planForecasts)
    .values({ ...key, forecast })
    .onConflictDoNothing({ target: [planForecasts.runId, planForecasts.version] });
}
