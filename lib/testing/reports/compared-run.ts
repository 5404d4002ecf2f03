import type { ComparedRun, ComparedTask } from "@/lib/core/compare/view";
import { NO_TASKS } from "@/lib/core/run/state/totals";

/** A run that has ended, beside others. */
export const comparedRun = (runId: string, part: Partial<ComparedRun> = {}): ComparedRun => ({
  runId,
  title: `Mission ${runId}`,
  status: "completed",
  finishReason: "answer_complete",
  tags: [],
  parentRunId: null,
  parentSeq: null,
  planVersion: 1,
  tasks: NO_TASKS,
  replans: 0,
  iterations: 0,
  attempts: 1,
  decisions: 0,
  createdAt: 0,
  durationMs: 1_000,
  tokens: 10,
  cost: { usd: 0.5, knownUsd: 0.5, unknownCalls: 0, modelCalls: 1 },
  ...part,
});

/** A human gate that was answered in one of them. */
export const comparedTask = (part: Partial<ComparedTask> = {}): ComparedTask => ({
  taskId: "ask",
  title: "Ask",
  type: "human_review",
  status: "succeeded",
  attempt: 1,
  shared: false,
  durationMs: 1_000,
  tokens: 5,
  costUsd: 0.25,
  checks: [],
  decision: null,
  result: null,
  ...part,
});
