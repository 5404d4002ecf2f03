import type { ChangeCounts } from "../../plan/compare/diff";
import type { StoredValue } from "../../stored-value";
import type { Payload } from "../events";
import type { Summary } from "../events/answer";
import type { Reason } from "../events/reason";
import type { Decider, ReplanCause } from "../events/reviews";
import type { ModelSpend } from "../ledger/spend";
import type { IterationRoute } from "../replans/route-iteration";
import { REPLAN_TRIGGERS } from "../replans/triggers";

export type ReplanState = {
  number: number;
  cause: ReplanCause;
  startedAt: number;
  notBefore: number;
  graceUntil: number;
  /** Plans written so far for this replan that were refused or failed. */
  tries: number;
  /** Why the last one was refused, for the next prompt. */
  refused?: Reason;
  /** Failures that the new plan will have answered. */
  covers: string[];
};

/** What the summarizer said, after how many iterations, of which plan version, and where it led. */
export type SummaryState = Summary & {
  iteration: number;
  planVersion: number;
  at: number;
  route?: IterationRoute;
};

export const REPLAN_KINDS = ["replan", "iteration"] as const;
export const HISTORY_TRIGGERS = [...REPLAN_TRIGGERS, "summarizer"] as const;
export const REPLAN_OUTCOMES = ["started", "adopted", "failed", "refused", "withdrawn"] as const;
export type ReplanOutcome = (typeof REPLAN_OUTCOMES)[number];

/** How many tasks a plan version added, dropped and changed, and how many it left as they were. */
type PlanChanges = ChangeCounts & { kept: number };

/** One replan or one iteration, as the run's history tells it (docs/engine.md, "Replan history"). */
export type ReplanEntry = {
  kind: (typeof REPLAN_KINDS)[number];
  /** Counts replans and iterations apart, from 1. */
  number: number;
  trigger: (typeof HISTORY_TRIGGERS)[number];
  reason: Reason;
  taskId?: string;
  lineage?: string;
  diagnosis?: Reason;
  output?: StoredValue;
  decidedBy: Decider;
  startedAt: number;
  startedSeq: number;
  fromVersion: number;
  toVersion?: number;
  outcome: ReplanOutcome;
  /** Why it came to nothing, or why its last plan was refused. */
  failure?: Reason;
  endedAt?: number;
  endedSeq?: number;
  changes?: PlanChanges;
  /** Tasks of the new version that were given another id than the one they were written under. */
  renamed?: Payload<"replan_adopted">["renamed"];
  /** What was wrong with a plan that could not be used. */
  issues?: Payload<"replan_failed">["issues"];
  /** What had been spent on the tasks that the new version dropped or took over. */
  discardedCost?: ModelSpend;
  /** What it cost to decide on the change and to write it. */
  spent: ModelSpend;
};

/** An iteration whose plan does not run yet. */
export type IterationState = { number: number; reason: string; fromVersion: number };
