import { z } from "zod";
import { readBlobs } from "@/db/queries/read-blobs";
import {
  type ComparedCallRow,
  type ComparedDecisionRow,
  type ComparedRunRow,
  type ComparedTaskRow,
  readComparedCalls,
  readComparedDecisions,
  readComparedPlans,
  readComparedRuns,
  readComparedTasks,
} from "@/db/queries/runs/read-comparison";
import { alignTasks } from "@/lib/core/compare/align";
import { compareRows, plansOnOneCanvas, type TaskSide, wantedBodies } from "@/lib/core/compare/compare";
import type { ComparedDecision, ComparedRun, CompareNote, RunComparison } from "@/lib/core/compare/view";
import { invalidInput } from "@/lib/core/errors";
import { isTerminalRun } from "@/lib/core/run/status";
import { DEMO_TAG } from "@/lib/core/scenarios";
import { comparedDrill } from "../drills/compared";
import { noSuchRun } from "../submit";
import { defineVerb } from "../verb";
import { costOf } from "./costs";

/** Results that are read for one comparison have at most this size together. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;

const runId = z.string().min(1).max(200);

/** Throws `invalid_input` for a run that is named twice, and `not_found`. */
export const compareRuns = defineVerb({
  name: "runs/compare",
  capability: "view",
  description:
    "Two to five runs side by side: `{runs, rows, notes, plans}`, each row a task in each run; the same run twice is `invalid_input`",
  see: ["compare.md"],
  routes: [{ at: "GET /api/v1/compare" }],
  input: z.strictObject({
    a: runId,
    b: runId,
    c: runId.optional(),
    d: runId.optional(),
    e: runId.optional(),
  }),
  async run({ ctx, input }): Promise<RunComparison> {
    const { a, b, c, d, e } = input;
    const runIds = [a, b, c, d, e].filter((one) => one !== undefined);
    const twice = runIds.find((id, index) => runIds.indexOf(id) !== index);
    if (twice !== undefined) throw invalidInput(`The run ${twice} is named twice: name different runs.`);
    const { workspaceId } = ctx.actor;
    const found = new Map(
      (await readComparedRuns(ctx.db, { workspaceId, runIds })).map((row) => [row.runId, row]),
    );
    const missing = runIds.filter((id) => !found.has(id));
    const drills = (await Promise.all(missing.map((id) => comparedDrill(ctx, id)))).filter(
      (one) => one !== undefined,
    );
    const rows = [];
    for (const id of runIds) {
      const row = found.get(id) ?? drills.find(({ run }) => run.runId === id)?.run;
      if (!row) throw await noSuchRun(ctx, id, `The run ${id}`);
      rows.push(row);
    }
    const of = { workspaceId, runIds };
    const [storedTasks, storedCalls, decisions, plans] = await Promise.all([
      readComparedTasks(ctx.db, of),
      readComparedCalls(ctx.db, of),
      readComparedDecisions(ctx.db, of),
      runIds.length === 2 ? readComparedPlans(ctx.db, of) : undefined,
    ]);
    const tasks = [...storedTasks, ...drills.flatMap((drill) => drill.tasks)];
    const calls = [...storedCalls, ...drills.flatMap((drill) => drill.calls)];
    for (const { run, plan } of drills) if (plan) plans?.set(run.runId, plan);
    const sideOf = sidesOf(calls, decisions);
    const sides = rows.map((row) => ({
      family: row.family,
      tasks: tasks.filter((task) => task.runId === row.runId).map((task) => sideOf(row, task)),
    }));
    const aligned = alignTasks(sides);
    const digests = wantedBodies(aligned, MAX_BODY_BYTES);
    const bodies = await readBlobs(ctx.db, { workspaceId, digests });
    const before = plans?.get(a);
    const after = plans?.get(b);
    return {
      runs: rows.map((row) => runOf(row, decisions)),
      rows: compareRows(aligned, bodies),
      notes: notesOn(rows),
      plans: before && after ? plansOnOneCanvas(before, after, aligned) : null,
    };
  },
});

const taskKey = (run: string, taskId: string | null): string => JSON.stringify([run, taskId]);

/** What each task is in its run. The last decision counts. */
function sidesOf(calls: ComparedCallRow[], decisions: ComparedDecisionRow[]) {
  const usage = new Map(calls.map((row) => [taskKey(row.runId, row.taskId), row]));
  const decided = new Map(decisions.map((row) => [taskKey(row.runId, row.taskId), decisionOf(row)]));
  return (run: ComparedRunRow, task: ComparedTaskRow): TaskSide => {
    const { taskId, title, type, lineage, status, attempt, startedAt, endedAt, result, checks } = task;
    const shared = run.parentRunId !== null && endedAt !== null && endedAt <= run.createdAt;
    const used = usage.get(taskKey(run.runId, taskId));
    const isCounted = !shared && (used?.uncountedCalls ?? 0) === 0;
    const isCosted = !shared && (used?.uncostedCalls ?? 0) === 0;
    return {
      taskId,
      title,
      type,
      lineage,
      status,
      attempt,
      shared,
      // What a fork does again began in it, whatever its parent had spent on it.
      durationMs: durationOf({ startedAt, endedAt }, shared ? 0 : run.createdAt),
      tokens: isCounted ? (used?.inputTokens ?? 0) + (used?.outputTokens ?? 0) : null,
      costUsd: isCosted ? (used?.costMicroUsd ?? 0) / 1_000_000 : null,
      checks: (checks ?? []).map(({ layer, outcome }) => ({ layer, outcome })),
      decision: decided.get(taskKey(run.runId, taskId)) ?? null,
      result: result && { digest: result.digest, bytes: result.bytes, preview: result.preview },
      stored: result,
    };
  };
}

const durationOf = (
  { startedAt, endedAt }: Pick<ComparedTaskRow, "startedAt" | "endedAt">,
  notBefore: number,
): number | null =>
  startedAt === null || endedAt === null ? null : endedAt - Math.max(startedAt, notBefore);

function decisionOf(row: ComparedDecisionRow): ComparedDecision {
  const { decision, proposed, reasoning, provenance, decidedBy } = row;
  return {
    decision,
    proposed,
    reasoning,
    provenance,
    by: decidedBy?.kind === "person" ? decidedBy.name : null,
  };
}

function runOf(row: ComparedRunRow, decisions: ComparedDecisionRow[]): ComparedRun {
  const { runId: id, title, status, finishReason, tags, parentRunId, parentSeq, planVersion } = row;
  const { replans, iterations, attempts, taskTotals, inputTokens, outputTokens, createdAt, finishedAt } = row;
  return {
    runId: id,
    title,
    status,
    finishReason,
    tags,
    parentRunId,
    parentSeq,
    planVersion,
    tasks: taskTotals,
    replans,
    iterations,
    attempts,
    decisions: decisions.filter((one) => one.runId === id).length,
    createdAt,
    durationMs: finishedAt === null ? null : finishedAt - createdAt,
    tokens: inputTokens + outputTokens,
    cost: costOf(row),
  };
}

/** In what these runs are not comparable. */
function notesOn(rows: ComparedRunRow[]): CompareNote[] {
  const about = (code: CompareNote["code"], which: ComparedRunRow[]): CompareNote[] =>
    which.length === 0 ? [] : [{ code, runIds: which.map((row) => row.runId) }];
  const isSimulated = ({ tags }: ComparedRunRow) => tags.includes(DEMO_TAG);
  const simulated = rows.filter(isSimulated);
  const [first] = rows;
  return [
    ...about(
      "still_running",
      rows.filter(({ status }) => !isTerminalRun(status)),
    ),
    ...about(
      "payloads_removed",
      rows.filter(({ payloadsPurged }) => payloadsPurged),
    ),
    ...about("simulated_and_real", simulated.length < rows.length ? simulated : []),
    ...about(
      "unrelated",
      rows.filter(({ family }) => family !== first?.family),
    ),
    ...about(
      "shared_part",
      rows.filter(({ parentRunId }) => parentRunId !== null),
    ),
  ];
}
