import { z } from "zod";
import { type RunUsageRow, readModelCalls, readRunUsage } from "@/db/queries/read-calls";
import type { ModelCallView, RunPurges, RunUsage } from "@/lib/core/views";
import { pageOf, readCursor } from "../cursor";
import { readRun } from "../submit";
import { defineVerb } from "../verb";

/** Model calls of a run or of one of its tasks, oldest first, and what the run used in all. Throws `not_found`. */
export const listCalls = defineVerb({
  name: "runs/calls",
  capability: "view",
  input: z.strictObject({
    runId: z.string().max(200),
    taskId: z.string().min(1).max(200).optional(),
    cursor: z.string().max(400).optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  async run({ ctx, input }): Promise<{ items: ModelCallView[]; nextCursor: string | null; use: RunUsage }> {
    await readRun(ctx, input.runId);
    const { runId, taskId, cursor, limit } = input;
    const of = { workspaceId: ctx.actor.workspaceId, runId };
    const [rows, use] = await Promise.all([
      readModelCalls(ctx.db, {
        ...of,
        limit: limit + 1,
        ...(taskId !== undefined && { taskId }),
        ...(cursor !== undefined && { after: readCursor(cursor) }),
      }),
      readRunUsage(ctx.db, of),
    ]);
    const page = pageOf(rows, limit, callView, (row) => ({ at: row.at.getTime(), id: row.callId }));
    return { ...page, use: runUsageOf(use) };
  },
});

type CallRow = Awaited<ReturnType<typeof readModelCalls>>[number];

function callView(row: CallRow): ModelCallView {
  const { callId, taskId, attempt, step, role, model, agent, planVersion, promptHash, promptVersion } = row;
  const { inputTokens, cachedInputTokens, cacheWriteTokens, outputTokens, reasoningTokens } = row;
  const { costMicroUsd, latencyMs, timeToFirstTokenMs, failure, wantedModel, wantedFailure } = row;
  return {
    ...{ callId, taskId, attempt, step, role, model, agent, planVersion, promptHash, promptVersion },
    ...{ inputTokens, cachedInputTokens, cacheWriteTokens, outputTokens, reasoningTokens },
    costUsd: costMicroUsd === null ? null : costMicroUsd / 1_000_000,
    ...{ latencyMs, timeToFirstTokenMs, failure, wantedModel, wantedFailure },
    at: row.at.getTime(),
  };
}

/** What a run has used; all of it 0 before its first event is counted. */
export function runUsageOf(row: RunUsageRow | undefined): RunUsage {
  const { seq = 0, modelCalls = 0, inputTokens = 0, outputTokens = 0 } = row ?? {};
  return {
    seq,
    modelCalls,
    inputTokens,
    outputTokens,
    knownUsd: (row?.costMicroUsd ?? 0) / 1_000_000,
    unknownCalls: row?.uncostedCalls ?? 0,
  };
}

/** What of a run was removed under retention, and when. */
export function runPurgesOf(row: RunUsageRow | undefined): RunPurges {
  const { liveTextPurgedAt = null, payloadsPurgedAt = null } = row ?? {};
  return { liveTextAt: liveTextPurgedAt?.getTime() ?? null, payloadsAt: payloadsPurgedAt?.getTime() ?? null };
}
