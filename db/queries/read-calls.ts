import { and, asc, count, eq, gt, inArray, isNotNull, or, sql } from "drizzle-orm";
import type { OrmOrTx } from "../client";
import { modelCalls, runs, streamChunks, toolCalls, trajectorySteps } from "../schema";
import { RUN_SUMS } from "./costs/pieces";

type TaskKey = { workspaceId: string; runId: string; taskId?: string };

/** Requests to models, oldest first, from after the given place on; of one task when it is named. */
export async function readModelCalls(
  db: OrmOrTx,
  {
    workspaceId,
    runId,
    taskId,
    after,
    limit,
  }: TaskKey & { after?: { at: number; id: string }; limit: number },
) {
  const since = after && new Date(after.at);
  return db
    .select()
    .from(modelCalls)
    .where(
      and(
        eq(modelCalls.workspaceId, workspaceId),
        eq(modelCalls.runId, runId),
        taskId === undefined ? undefined : eq(modelCalls.taskId, taskId),
        after && since
          ? or(gt(modelCalls.at, since), and(eq(modelCalls.at, since), gt(modelCalls.callId, after.id)))
          : undefined,
      ),
    )
    .orderBy(asc(modelCalls.at), asc(modelCalls.callId))
    .limit(limit);
}

/** One request of a run; undefined for an unknown one. */
export async function readModelCall(
  db: OrmOrTx,
  { workspaceId, runId, callId }: TaskKey & { callId: string },
) {
  const [row] = await db
    .select({
      role: modelCalls.role,
      promptHash: modelCalls.promptHash,
      taskId: modelCalls.taskId,
      attempt: modelCalls.attempt,
      step: modelCalls.step,
    })
    .from(modelCalls)
    .where(
      and(
        eq(modelCalls.workspaceId, workspaceId),
        eq(modelCalls.runId, runId),
        eq(modelCalls.callId, callId),
      ),
    );
  return row;
}

/** What a run used up to its event `seq`, and what of it was removed; all of one row, so that they never disagree. */
export const RUN_USAGE = {
  seq: runs.seq,
  ...RUN_SUMS,
  liveTextPurgedAt: runs.liveTextPurgedAt,
  payloadsPurgedAt: runs.payloadsPurgedAt,
};

export type RunUsageRow = Pick<typeof runs.$inferSelect, keyof typeof RUN_USAGE>;

/** Undefined where there is no such run. */
export async function readRunUsage(
  db: OrmOrTx,
  { workspaceId, runId }: TaskKey,
): Promise<RunUsageRow | undefined> {
  const [row] = await db
    .select(RUN_USAGE)
    .from(runs)
    .where(and(eq(runs.id, runId), eq(runs.workspaceId, workspaceId)));
  return row;
}

type AttemptKey = { workspaceId: string; runId: string; taskId: string; attempt: number };

/** Committed steps of an attempt after a number, in order, without the provider's own messages. */
export async function readStepsAfter(
  db: OrmOrTx,
  { workspaceId, runId, taskId, attempt, after, limit }: AttemptKey & { after: number; limit: number },
) {
  return db
    .select({
      step: trajectorySteps.step,
      body: trajectorySteps.body,
      summary: trajectorySteps.summary,
      start: trajectorySteps.start,
      at: trajectorySteps.at,
    })
    .from(trajectorySteps)
    .where(
      and(
        eq(trajectorySteps.workspaceId, workspaceId),
        eq(trajectorySteps.runId, runId),
        eq(trajectorySteps.taskId, taskId),
        eq(trajectorySteps.attempt, attempt),
        gt(trajectorySteps.step, after),
      ),
    )
    .orderBy(asc(trajectorySteps.step))
    .limit(limit);
}

/** What the calls of an attempt told while they ran, by step, call and stream, as far as it was stored. */
export async function readToolOutput(db: OrmOrTx, { workspaceId, runId, taskId, attempt }: AttemptKey) {
  const { step, callId, stream, text, chunkNo } = streamChunks;
  return db
    .select({ step, callId, stream, text: sql<string>`string_agg(${text}, '' order by ${chunkNo})` })
    .from(streamChunks)
    .where(
      and(
        eq(streamChunks.workspaceId, workspaceId),
        eq(streamChunks.runId, runId),
        eq(streamChunks.taskId, taskId),
        eq(streamChunks.attempt, attempt),
        isNotNull(callId),
      ),
    )
    .groupBy(step, callId, stream, streamChunks.streamId)
    .orderBy(sql`min(${chunkNo})`);
}

/** How long each tool call of an attempt took and whether it has ended, by step. */
export async function readCallFacts(db: OrmOrTx, { workspaceId, runId, taskId, attempt }: AttemptKey) {
  return db
    .select({
      step: toolCalls.step,
      callId: toolCalls.callId,
      sideEffects: toolCalls.sideEffects,
      status: toolCalls.status,
      latencyMs: toolCalls.latencyMs,
    })
    .from(toolCalls)
    .where(
      and(
        eq(toolCalls.workspaceId, workspaceId),
        eq(toolCalls.runId, runId),
        eq(toolCalls.taskId, taskId),
        eq(toolCalls.attempt, attempt),
      ),
    )
    .orderBy(asc(toolCalls.step), asc(toolCalls.startedAt));
}

/** Calls of a run's tools that act outside, oldest first, `limit` of them, and how many there are. */
export async function readOutsideCalls(
  db: OrmOrTx,
  { workspaceId, runId, limit }: TaskKey & { limit: number },
) {
  const acts = and(
    eq(toolCalls.workspaceId, workspaceId),
    eq(toolCalls.runId, runId),
    inArray(toolCalls.sideEffects, ["write", "external"]),
  );
  const { taskId, attempt, step, callId, tool, args, ok, error, startedAt, finishedAt } = toolCalls;
  const [rows, [total]] = await Promise.all([
    db
      .select({ taskId, attempt, step, callId, tool, args, ok, error, startedAt, finishedAt })
      .from(toolCalls)
      .where(acts)
      .orderBy(asc(startedAt), asc(toolCalls.key))
      .limit(limit),
    db.select({ count: count() }).from(toolCalls).where(acts),
  ]);
  return { rows, count: total?.count ?? 0 };
}
