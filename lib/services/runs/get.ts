import { z } from "zod";
import { readRunSums } from "@/db/queries/runs/read-runs";
import type { AttachmentFacts } from "@/lib/core/attachments";
import { formatReason, formatReasons } from "@/lib/core/describe/reason";
import { getOwn } from "@/lib/core/own";
import { statusOf } from "@/lib/core/run/effects/status-of";
import { type LedgerLine, ledgerOf } from "@/lib/core/run/ledger/budgets";
import { answerReleaseGate, givenAnswer } from "@/lib/core/run/selectors";
import type { RunState, TaskState } from "@/lib/core/run/state";
import type { FinishReason, RunStatus } from "@/lib/core/run/status";
import type { StoredValue } from "@/lib/core/stored-value";
import { drillCost } from "../drills/shown";
import { readRun } from "../submit";
import { defineVerb } from "../verb";
import { type Cost, costOf } from "./costs";

type TaskView = Pick<TaskState, "id" | "status" | "attempt" | "sinceVersion"> & {
  title: string;
  type: string;
  agent: string;
  dependsOn: string[];
  diagnosis: string | null;
  result: StoredValue | null;
  startedAt: number | null;
  endedAt: number | null;
};

type RunView = {
  id: string;
  mission: string;
  title: string;
  status: RunStatus;
  finishReason: FinishReason | null;
  message: string | null;
  tags: string[];
  attachments: AttachmentFacts[];
  settings: RunState["settings"];
  planVersion: number;
  counters: RunState["counters"];
  /** What the run may use, what it has used, and what calls under way may take. */
  budgets: LedgerLine[];
  cost: Cost;
  createdAt: number;
  startedAt: number | null;
  finishedAt: number | null;
  /** Number of the last event this view includes: watch from there. */
  seq: number;
  /** The tasks of the current plan version in order, then those that later versions dropped. */
  tasks: TaskView[];
  openApprovals: string[];
  answer: StoredValue | null;
  /** The gate at which people say whether the run may end with its answer; until then there is none here. */
  answerRelease: string | null;
};

/** One run as it stands. Throws `not_found`. */
export const getRun = defineVerb({
  name: "runs/get",
  capability: "view",
  description: "One run as it stands: status, tasks, counters, budgets, cost, open gates",
  see: ["engine.md#budgets"],
  routes: [{ at: "GET /api/v1/runs/{id}", id: "runId" }],
  input: z.strictObject({ runId: z.string().max(200) }),
  async run({ ctx, input }): Promise<RunView> {
    const sums = await readRunSums(ctx.db, input.runId);
    const { state, drill } = await readRun(ctx, input.runId);
    const cost = drill
      ? drillCost(drill)
      : costOf(sums ?? { costMicroUsd: 0, uncostedCalls: 0, modelCalls: 0 });
    return viewOf(state, cost, ctx.clock.nowMs());
  },
});

function viewOf(state: Readonly<RunState>, cost: Cost, nowMs: number): RunView {
  const { finished, startedAt, settings, counters } = state;
  return {
    id: state.runId,
    mission: state.mission,
    title: state.planTitle,
    status: statusOf(state),
    finishReason: finished?.reason ?? null,
    message: formatReasons(finished?.because) ?? null,
    tags: state.tags,
    attachments: state.attachments ?? [],
    settings,
    planVersion: state.planVersion,
    counters,
    budgets: ledgerOf(state, nowMs),
    cost,
    createdAt: state.createdAt,
    startedAt: startedAt ?? null,
    finishedAt: finished?.at ?? null,
    seq: state.seq,
    tasks: tasksInOrder(state).map(taskView),
    openApprovals: Object.keys(state.openApprovals),
    answer: givenAnswer(state) ?? null,
    answerRelease: answerReleaseGate(state)?.approvalId ?? null,
  };
}

/** The tasks of the current plan version in order, then those that later versions dropped. */
export function tasksInOrder(state: Readonly<RunState>): TaskState[] {
  const current = new Set(state.order);
  const dropped = Object.values(state.tasks).filter((task) => !current.has(task.id));
  return [...state.order.flatMap((id) => getOwn(state.tasks, id) ?? []), ...dropped];
}

function taskView(task: TaskState): TaskView {
  const { id, status, attempt, sinceVersion, spec } = task;
  return {
    id,
    status,
    attempt,
    sinceVersion,
    title: spec.title,
    type: spec.type,
    agent: spec.agent,
    dependsOn: spec.dependsOn,
    diagnosis: task.diagnosis ? formatReason(task.diagnosis) : null,
    result: task.result ?? null,
    startedAt: task.startedAt ?? null,
    endedAt: task.endedAt ?? null,
  };
}
