import { and, asc, eq, inArray } from "drizzle-orm";
import type { OrmOrTx } from "../client";
import { toolCalls, trajectorySteps } from "../schema";

type OneAttempt = { runId: string; taskId: string; attempt: number };

/** The committed steps of an attempt, in order. */
export async function readSteps(db: OrmOrTx, { runId, taskId, attempt }: OneAttempt) {
  return db
    .select()
    .from(trajectorySteps)
    .where(
      and(
        eq(trajectorySteps.runId, runId),
        eq(trajectorySteps.taskId, taskId),
        eq(trajectorySteps.attempt, attempt),
      ),
    )
    .orderBy(asc(trajectorySteps.step));
}

/** The tool calls of an attempt, by step. */
export async function readToolCalls(db: OrmOrTx, { runId, taskId, attempt }: OneAttempt) {
  return db
    .select()
    .from(toolCalls)
    .where(and(eq(toolCalls.runId, runId), eq(toolCalls.taskId, taskId), eq(toolCalls.attempt, attempt)))
    .orderBy(asc(toolCalls.step), asc(toolCalls.startedAt));
}

/** Calls of writing tools that ended well anywhere in the run, oldest first. */
export async function readDoneCalls(db: OrmOrTx, { runId }: { runId: string }) {
  return db
    .select()
    .from(toolCalls)
    .where(
      and(
        eq(toolCalls.runId, runId),
        eq(toolCalls.status, "finished"),
        eq(toolCalls.ok, true),
        inArray(toolCalls.sideEffects, ["write", "external"]),
      ),
    )
    .orderBy(asc(toolCalls.finishedAt));
}
