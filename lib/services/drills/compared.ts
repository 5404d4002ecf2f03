import type { ComparedCallRow, ComparedRunRow, ComparedTaskRow } from "@/db/queries/runs/read-comparison";
import { getOwn } from "@/lib/core/own";
import type { Plan } from "@/lib/core/plan/schema";
import { statusOf } from "@/lib/core/run/effects/status-of";
import { costsOfEvents } from "@/lib/core/run/ledger/costs-of-events";
import { type DrillContext, drillCalls, drillUsage, findDrill, type ShownDrill } from "./shown";

/** The rows of a run, as comparisons read them of runs in the store. */
type ComparedDrill = {
  run: ComparedRunRow;
  tasks: ComparedTaskRow[];
  calls: ComparedCallRow[];
  plan: Plan | undefined;
};

/** The run that a drill of the caller tells of, as a comparison takes it: it is read like any run at a gate. */
export async function comparedDrill(ctx: DrillContext, runId: string): Promise<ComparedDrill | undefined> {
  const drill = await findDrill(ctx, runId);
  return drill && { run: runRow(drill), ...taskRows(drill), plan: drill.plans[0] };
}

function runRow(drill: ShownDrill): ComparedRunRow {
  const { state, row } = drill;
  const { replans, iterations } = state.counters;
  const { knownUsd, modelCalls, inputTokens, outputTokens } = drillUsage(drill);
  const attempts = Object.values(state.tasks).reduce((sum, { attempt }) => sum + attempt, 0);
  return {
    runId: row.runId,
    title: row.mission,
    status: statusOf(state),
    finishReason: null,
    tags: [],
    parentRunId: null,
    parentSeq: null,
    family: row.runId,
    planVersion: state.planVersion,
    replans,
    iterations,
    attempts,
    taskTotals: state.taskTotals,
    modelCalls,
    inputTokens,
    outputTokens,
    costMicroUsd: Math.round(knownUsd * 1_000_000),
    uncostedCalls: 0,
    createdAt: state.createdAt,
    finishedAt: null,
    payloadsPurged: false,
  };
}

/** The tasks in their order, and what the calls of each used. */
function taskRows(drill: ShownDrill): Pick<ComparedDrill, "tasks" | "calls"> {
  const { state } = drill;
  const { runId } = drill.row;
  const tasks = state.order.flatMap((id) => getOwn(state.tasks, id) ?? []);
  const sums = costsOfEvents(state, drillCalls(drill)).tasks;
  return {
    tasks: tasks.map(({ id, spec, status, attempt, attempts, startedAt, endedAt, result }) => ({
      runId,
      taskId: id,
      title: spec.title,
      type: spec.type,
      lineage: spec.lineage,
      status,
      attempt,
      startedAt: startedAt ?? null,
      endedAt: endedAt ?? null,
      result: result ?? null,
      checks: attempts.at(-1)?.checks ?? null,
    })),
    calls: sums.flatMap(({ key: taskId, knownUsd, modelCalls, inputTokens, outputTokens, latencyMs }) =>
      taskId === null
        ? []
        : {
            runId,
            taskId,
            calls: modelCalls,
            costMicroUsd: Math.round(knownUsd * 1_000_000),
            failedCalls: 0,
            uncostedCalls: 0,
            uncountedCalls: 0,
            inputTokens,
            outputTokens,
            latencyMs,
            cachedInputTokens: 0,
            reasoningTokens: 0,
          },
    ),
  };
}
