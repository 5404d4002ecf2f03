import { and, asc, eq, inArray, isNull, or, sql } from "drizzle-orm";
import type { OrmOrTx } from "../../client";
import { toolCalls, trajectorySteps } from "../../schema";
import { ancestorsOf, familyOf } from "./read-family";

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

/** Whose calls: of a run and those that it was forked from, or of all runs of its family. */
type CallsOf = "line" | "family";

/**
 * Calls of writing tools: first those of which nobody told the end, then those that ended well, oldest first. Those of a family may
 * have failed as well, where they may have changed something all the same (`ok` is null).
 */
export async function readWritingCalls(db: OrmOrTx, { runId, of }: { runId: string; of: CallsOf }) {
  const calls = await db
    .select({
      runId: toolCalls.runId,
      key: toolCalls.key,
      taskId: toolCalls.taskId,
      attempt: toolCalls.attempt,
      step: toolCalls.step,
      callId: toolCalls.callId,
      tool: toolCalls.tool,
      args: toolCalls.args,
      ok: toolCalls.ok,
      output: toolCalls.output,
      error: toolCalls.error,
      artifact: toolCalls.artifact,
      startedAt: toolCalls.startedAt,
      finishedAt: toolCalls.finishedAt,
    })
    .from(toolCalls)
    .where(
      and(
        sql`${toolCalls.runId} in ${of === "line" ? ancestorsOf(runId) : familyOf(runId)}`,
        or(
          eq(toolCalls.status, "started"),
          eq(toolCalls.ok, true),
          ...(of === "family" ? [and(eq(toolCalls.status, "finished"), isNull(toolCalls.ok))] : []),
        ),
        inArray(toolCalls.sideEffects, ["write", "external"]),
      ),
    )
    .orderBy(sql`${toolCalls.finishedAt} asc nulls first`, asc(toolCalls.startedAt));
  // What a fork was given of its parent's calls is there twice, and counts as its own.
  const once = new Map<string, (typeof calls)[number]>();
  for (const call of calls) {
    const identity = JSON.stringify([call.key, call.startedAt]);
    if (call.runId === runId || !once.has(identity)) once.set(identity, call);
  }
  return [...once.values()];
}
