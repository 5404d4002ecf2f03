import { sql } from "drizzle-orm";
import type { CallPurpose } from "@/lib/core/cost/purpose";
import type { OrmOrTx } from "../client";
import { modelCalls } from "../schema";

type NewCall = typeof modelCalls.$inferInsert;

/** Requests to models that served no run, under the id of what they served. */
export type OtherCalls = {
  workspaceId: string;
  purpose: Exclude<CallPurpose, "run">;
  id: string;
  calls: (Omit<NewCall, "workspaceId" | "purpose" | "runId" | "role" | "epoch" | "at"> & { role: string })[];
};

/** Keeps calls that count in no run's totals; runs keep theirs with their events. A call is kept once. */
export async function writeCalls(
  db: OrmOrTx,
  { workspaceId, purpose, id, calls }: OtherCalls,
): Promise<void> {
  if (calls.length === 0) return;
  const now = sql`clock_timestamp()`;
  const rows = calls.map((call) => {
    const role = call.role as NewCall["role"];
    return { ...call, role, workspaceId, purpose, runId: id, epoch: 0, at: now };
  });
  await db.insert(modelCalls).values(rows).onConflictDoNothing();
}
