import type { ComparedCallRow, ComparedRunRow, ComparedTaskRow } from "@/db/queries/runs/read-comparison";
import type { Plan } from "@/lib/core/plan/schema";
import { statusOf } from "@/lib/core/run/effects/status-of";
import { type DrillContext, drillCost, findDrill, type ShownDrill } from "./shown";

/** The rows of a run, as comparisons read them of runs in the store. */
export type ComparedDrill = {
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
  const { usd, modelCalls } = drillCost(drill);
  const attempts = Object.values(state.tasks).reduce((sum, { attempt }) => sum + attempt, 0);
  return {
    ...{ runId: row.runId, title: row.mission, status: statusOf(state), finishReason: null, tags: [] },
    ...{ parentRunId: null, parentSeq: null, family: row.runId, planVersion: state.planVersion },
    ...{ replans, iterations, attempts, taskTotals: state.taskTotals, modelCalls },
    ...{ inputTokens: 0, outputTokens: 0, costMicroUsd: (usd ?? 0) * 1_000_000, uncostedCalls: 0 },
    ...{ createdAt: state.createdAt, finishedAt: null, payloadsPurged: false },
  };
}

/** The tasks in their order, and that what each used is unknown: a sample has the cost of the whole alone. */
function taskRows({ state, row: { runId } }: ShownDrill): Pick<ComparedDrill, "tasks" | "calls"> {
  const tasks = state.order.flatMap((id) => state.tasks[id] ?? []);
  const ended = tasks.filter(({ attempt }) => attempt > 0);
  return {
    tasks: tasks.map(({ id, spec, status, attempt, attempts, startedAt, endedAt, result }) => ({
      ...{ runId, taskId: id, title: spec.title, type: spec.type, lineage: spec.lineage, status, attempt },
      ...{ startedAt: startedAt ?? null, endedAt: endedAt ?? null, result: result ?? null },
      checks: attempts.at(-1)?.checks ?? null,
    })),
    calls: ended.map(({ id }) => ({
      ...{
        runId,
        taskId: id,
        calls: 1,
        failedCalls: 0,
        uncostedCalls: 1,
        uncountedCalls: 1,
        costMicroUsd: 0,
      },
      ...{ inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, reasoningTokens: 0, latencyMs: 0 },
    })),
  };
}
