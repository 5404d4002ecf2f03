import type { Plan, TaskType } from "../plan/schema";
import type { Difference } from "../replay/diff-json";
import type { Check } from "../run/events/checks";
import type { Provenance } from "../run/events/envelope";
import type { GateVerb } from "../run/gates/table";
import type { TaskTotals } from "../run/state/totals";
import type { FinishReason, RunStatus, TaskStatus } from "../run/status";
import type { Cost } from "../views";
import type { AlignedBy } from "./align";

/** What services give of runs side by side (docs/compare.md). Moments and times in milliseconds. */

/** In what runs are not comparable, or only with care; `runIds` are those that it is about. */
export type CompareNote = {
  code: "still_running" | "payloads_removed" | "simulated_and_real" | "unrelated" | "shared_part";
  runIds: string[];
};

export type ComparedRun = {
  runId: string;
  title: string;
  status: RunStatus;
  finishReason: FinishReason | null;
  tags: string[];
  parentRunId: string | null;
  parentSeq: number | null;
  planVersion: number;
  tasks: TaskTotals;
  replans: number;
  iterations: number;
  attempts: number;
  decisions: number;
  createdAt: number;
  /** Null until the run has ended. */
  durationMs: number | null;
  tokens: number;
  cost: Cost;
};

export type ComparedDecision = {
  decision: GateVerb;
  /** What a model proposed, where it was asked. */
  proposed: GateVerb | null;
  /** Why, in the words of who decided; the beginning of it. */
  reasoning: string | null;
  provenance: Provenance | null;
  by: string | null;
};

/** A task in one of the runs. What it used is null where it is not known, or was paid by the run that this one shares it with. */
export type ComparedTask = {
  taskId: string;
  title: string;
  type: TaskType;
  status: TaskStatus;
  attempt: number;
  /** It had ended in what a fork shares with its parent. */
  shared: boolean;
  durationMs: number | null;
  tokens: number | null;
  costUsd: number | null;
  checks: Pick<Check, "layer" | "outcome">[];
  decision: ComparedDecision | null;
  result: { digest: string; bytes: number; preview: string } | null;
};

/** What of a task differs between the runs that have it. */
export type ComparedField = "status" | "result" | "evidence" | "decision";

export type ComparedRow = {
  title: string;
  by: AlignedBy | null;
  /** One for each run, in their order. */
  cells: (ComparedTask | null)[];
  differs: ComparedField[];
  /** Of two runs, where their results differ; null where they do not, or where a result is not at hand. */
  differences: { places: Difference[]; truncated: boolean } | null;
};

export type RunComparison = {
  runs: ComparedRun[];
  rows: ComparedRow[];
  notes: CompareNote[];
  /** Of two runs, their plans with tasks that belong together under one id; null where one is not at hand. */
  plans: { before: Plan; after: Plan } | null;
};
