import { z } from "zod";
import { type RunUsageRow, readModelCalls, readRunUsage } from "@/db/queries/read-calls";
import { digestOf } from "@/lib/core/bytes";
import { pageLimit } from "@/lib/core/inputs/bounds";
import { getOwn } from "@/lib/core/own";
import type { EventOf } from "@/lib/core/run/events";
import type { ModelCallView, Page, RunPurges, RunUsage } from "@/lib/core/views";
import { pageOf, readCursor } from "../../cursor";
import { drillCalls, drillUsage, type ShownDrill } from "../../drills/shown";
import { readRun } from "../../submit";
import { defineVerb } from "../../verb";

const callsInput = z.strictObject({
  runId: z.string().max(200),
  taskId: z.string().min(1).max(200).optional(),
  cursor: z.string().max(400).optional(),
  limit: pageLimit,
});
type CallsInput = z.output<typeof callsInput>;

/** Model calls of a run or of one of its tasks, oldest first, and what the run used in all. Throws `not_found`. */
export const listCalls = defineVerb({
  name: "runs/calls",
  capability: "view",
  description:
    "Requests to models, of one task if named, and what the run used in all; `null` is unknown. `wantedModel` and `wantedFailure` say that a fallback model served",
  see: ["models.md#fallback-models"],
  routes: [{ at: "GET /api/v1/runs/{id}/calls", id: "runId" }],
  input: callsInput,
  async run({ ctx, input }): Promise<Page<ModelCallView> & { use: RunUsage }> {
    const { drill } = await readRun(ctx, input.runId);
    const { runId, taskId, cursor, limit } = input;
    if (drill) return { ...callsOfDrill(drill, input), use: drillUsage(drill) };
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

/** The calls of a drill, which come in no order but that of its events. */
function callsOfDrill(drill: ShownDrill, { taskId, cursor, limit }: CallsInput): Page<ModelCallView> {
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const calls = drillCalls(drill).filter(({ payload }) => taskId === undefined || payload.taskId === taskId);
  const begin = after === undefined ? 0 : calls.findIndex(({ payload }) => payload.callId === after.id) + 1;
  const rows = calls.slice(begin, begin + limit + 1);
  return pageOf(
    rows,
    limit,
    (event) => drillCallView(drill, event),
    ({ at, payload }) => ({ at, id: payload.callId }),
  );
}

function drillCallView(
  { state, row }: ShownDrill,
  { at, planVersion, payload }: EventOf<"llm_called">,
): ModelCallView {
  const { callId, taskId = null, attempt = null, step = null, role, model } = payload;
  const { inputTokens = null, outputTokens = null, costMicroUsd = null, latencyMs } = payload;
  return {
    callId,
    taskId,
    attempt,
    step,
    role,
    model,
    planVersion,
    inputTokens,
    outputTokens,
    latencyMs,
    at,
    cachedInputTokens: null,
    cacheWriteTokens: null,
    reasoningTokens: null,
    agent: taskId === null ? null : (getOwn(state.tasks, taskId)?.spec.agent ?? null),
    costUsd: costMicroUsd === null ? null : costMicroUsd / 1_000_000,
    timeToFirstTokenMs: payload.timeToFirstTokenMs ?? null,
    promptHash: digestOf([row.runId, callId]),
    promptVersion: "1",
    failure: null,
    wantedModel: null,
    wantedFailure: null,
  };
}

type CallRow = Awaited<ReturnType<typeof readModelCalls>>[number];

function callView(row: CallRow): ModelCallView {
  const { callId, taskId, attempt, step, role, model, agent, planVersion, promptHash, promptVersion } = row;
  const { inputTokens, cachedInputTokens, cacheWriteTokens, outputTokens, reasoningTokens } = row;
  const { costMicroUsd, latencyMs, timeToFirstTokenMs, failure, wantedModel, wantedFailure } = row;
  return {
    callId,
    taskId,
    attempt,
    step,
    role,
    model,
    agent,
    planVersion,
    promptHash,
    promptVersion,
    inputTokens,
    cachedInputTokens,
    cacheWriteTokens,
    outputTokens,
    reasoningTokens,
    costUsd: costMicroUsd === null ? null : costMicroUsd / 1_000_000,
    latencyMs,
    timeToFirstTokenMs,
    failure,
    wantedModel,
    wantedFailure,
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
