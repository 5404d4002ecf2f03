import { and, asc, eq, inArray, or, sql } from "drizzle-orm";
import type { OrmOrTx } from "../../client";
import { toolCalls, trajectorySteps } from "../../schema";
import { ancestorsOf } from "./read-family";

type AttemptKey = { runId: string; taskId: string; attempt: number };

/** The committed steps of an attempt, in order. */
export async function readSteps(db: OrmOrTx, { runId, taskId, attempt }: AttemptKey) {
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
export async function readToolCalls(db: OrmOrTx, { runId, taskId, attempt }: AttemptKey) {
  return db
    .select()
    .from(toolCalls)
    .where(and(eq(toolCalls.runId, runId), eq(toolCalls.taskId, taskId), eq(toolCalls.attempt, attempt)))
    .orderBy(asc(toolCalls.step), asc(toolCalls.startedAt));
}

/**
 * Calls of writing tools anywhere in the run, or in one that it was forked from: first those of which nobody told the end,
 * then those that ended well, oldest first.
 */
export async function readWritingCalls(db: OrmOrTx, { runId }: { runId: string }) {
  const calls = await db
    .select({
      runId: toolCalls.runId,
      taskId: toolCalls.taskId,
      attempt: toolCalls.attempt,
      step: toolCalls.step,
      callId: toolCalls.callId,
      tool: toolCalls.tool,
      args: toolCalls.args,
      output: toolCalls.output,
      artifact: toolCalls.artifact,
      finishedAt: toolCalls.finishedAt,
      idempotencyKey: toolCalls.idempotencyKey,
    })
    .from(toolCalls)
    .where(
      and(
        sql`${toolCalls.runId} in ${ancestorsOf(runId)}`,
        or(eq(toolCalls.status, "started"), eq(toolCalls.ok, true)),
        inArray(toolCalls.sideEffects, ["write", "external"]),
      ),
    )
    .orderBy(sql`${toolCalls.finishedAt} asc nulls first`, asc(toolCalls.startedAt));
  // What a fork was given of its parent's calls is there twice.
  const identity = (call: (typeof calls)[number]) =>
    JSON.stringify([call.taskId, call.attempt, call.step, call.callId, call.idempotencyKey]);
  return [...new Map(calls.map((call) => [identity(call), call])).values()];
}
