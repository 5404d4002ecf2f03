import type { z } from "zod";
import type { StoredAgent, StoredTask } from "../plan/stored";
import type { StoredValue } from "../stored-value";
import type { ActorRef, Provenance } from "./envelope";
import type { Payload } from "./events";
import type { Check, QualityVerdict } from "./events/checks";
import type { findingVerdict, PlanCritique } from "./events/critique";
import type { GivenReview } from "./events/mission";
import type { Decider, Proposal, ReplanCause } from "./events/reviews";
import type { Summary } from "./events/summary";
import type { FailureCode } from "./events/tasks";
import { emptyLedger, type LedgerState } from "./ledger-state";
import type { IterationRoute } from "./route-iteration";
import { type RunSettings, runSettings } from "./settings";
import type { Spent } from "./spent";
import type { FinishReason, TaskStatus } from "./status";

/** What one attempt came to; kept for the projections and for the feedback of the next. */
export type AttemptState = {
  attempt: number;
  startedAt: number;
  endedAt?: number;
  steps: number;
  /** The last step still lacks results of its calls. */
  open?: true;
  outcome?: "succeeded" | "failed" | "aborted";
  code?: FailureCode;
  diagnosis?: string;
  output?: StoredValue;
  /** The model of the agent's turns. */
  model?: string;
  /** What the result was held against, in order; the first that does not pass is the last. */
  checks?: Check[];
};

export type TaskState = {
  id: string;
  spec: StoredTask;
  /** Place in the plan, for display and as the last tie-break. */
  order: number;
  status: TaskStatus;
  /** 0 before the first attempt. */
  attempt: number;
  attempts: AttemptState[];
  /** Dependencies that do not yet allow a start. */
  unmet: number;
  notBefore?: number;
  /** Attempts that began because of another model: they are none of its retries. */
  modelChanges?: number;
  startedAt?: number;
  endedAt?: number;
  result?: StoredValue;
  fingerprint?: string;
  diagnosis?: string;
  failureCode?: FailureCode;
  qualityGate?: QualityVerdict;
  /** What the last turn of a synthesis gate read and wrote. */
  synthesis?: SynthesisSize;
  /** A failed task that the run goes on without. */
  tolerated?: boolean;
  approvalId?: string;
  /** How often its work was begun anew within the attempt: a question that has changed, an answer given too early. */
  askedAnew?: number;
  proposal?: Proposal;
  /** What each of several reviewers said in this attempt, and what came of it. */
  votes?: ReviewVote[];
  consensus?: NonNullable<Payload<"review_proposed">["consensus"]>;
  heldUntil?: number;
  /** The ended task because of which it can never start. */
  doomedBy?: string;
  /** The person who answers for the result. */
  endorsed?: Endorsement;
  /** What people told the agent at work, in order. */
  steers?: Steer[];
  /** What was said of tool calls that asked about themselves in this attempt, by `callKey`, until they run. */
  verdicts?: Record<string, GivenVerdict>;
  /** Calls of this attempt of which an earlier worker told the end after all, by `callKey`. */
  lateCalls?: string[];
  /** Calls of writing tools that this attempt has begun and not ended, by `callKey`. */
  writing?: string[];
  /** The plan version that brought it. */
  sinceVersion: number;
  /** What its model calls have used; absent before the first. */
  spent?: Spent;
};

/** Absent figures are unknown. `limit` is the output from which on a synthesis compresses too little. */
export type SynthesisSize = Omit<Payload<"synthesis_measured">, "taskId">;

/** A result that a person let pass or gave, against or without the checks. */
export type Endorsement = { how: "accepted" | "supplied"; by: ActorRef; at: number; reason: string };

/** The answer to a gate about a tool call; `value` are edited arguments, or what the call gave. */
export type GivenVerdict = { verb: string; comment?: string; value?: StoredValue };

/** One reviewer's word on a review: its proposal, or why none could be read. */
export type ReviewVote = { reviewer: string; at: number; proposal?: Proposal; problem?: string };

/** A word to the agent of this attempt; `seq` is its event's. */
export type Steer = { seq: number; attempt: number; message: string; by: ActorRef; at: number };

export type ApprovalState = Payload<"approval_opened"> & {
  status: "open" | "decided" | "expired" | "superseded" | "cancelled";
  openedAt: number;
  openedSeq: number;
  decided?: {
    by: ActorRef;
    at: number;
    verb: string;
    comment?: string;
    provenance: Provenance;
  };
  /** Approvals so far, where it takes several. */
  votes?: { by: { id: string; name: string }; at: number; comment?: string }[];
  /** How often it was handed on. */
  escalations?: number;
};

/** What a person said of one finding. */
export type FindingVerdict = {
  verdict: z.infer<typeof findingVerdict>;
  reason: string;
  by: ActorRef;
  at: number;
};

/** The critic's word on a plan version, and people's verdicts by the key of the finding. */
export type CritiqueState = PlanCritique & { verdicts: Record<string, FindingVerdict> };

export type InFlight = { kind: EffectKind; taskId?: string; attempt?: number; sinceSeq: number };

export const EFFECT_KINDS = [
  "plan",
  "critique_plan",
  "quality_gate",
  "run_attempt",
  "run_direct",
  "synthesize",
  "review",
  "show_gate",
  "replan",
  "summarize",
  "answer",
] as const;
export type EffectKind = (typeof EFFECT_KINDS)[number];

/** Work that should be in flight (from `notBefore` on, if given), or a moment at which the run wants a look. */
export type Effect =
  | { kind: EffectKind; key: string; taskId?: string; attempt?: number; notBefore?: number }
  | { kind: "wake"; key: string; at: number };

export type ReplanState = {
  number: number;
  cause: ReplanCause;
  startedAt: number;
  notBefore: number;
  graceUntil: number;
  /** Plans written so far for this replan that were refused or failed. */
  tries: number;
  /** Why the last one was refused, for the next prompt. */
  refused?: string;
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

export const REPLAN_OUTCOMES = ["started", "adopted", "failed", "refused", "withdrawn"] as const;
export type ReplanOutcome = (typeof REPLAN_OUTCOMES)[number];

/** How many tasks a plan version added, dropped, changed under their ids, and left as they were. */
export type PlanChanges = { added: number; removed: number; changed: number; kept: number };

/** One replan or one iteration, as the run's history tells it (docs/engine.md, "Replan history"). */
export type ReplanEntry = {
  kind: "replan" | "iteration";
  /** Counts replans and iterations apart, from 1. */
  number: number;
  trigger: ReplanCause["trigger"] | "summarizer";
  reason: string;
  taskId?: string;
  lineage?: string;
  diagnosis?: string;
  output?: StoredValue;
  decidedBy: Decider;
  startedAt: number;
  startedSeq: number;
  fromVersion: number;
  toVersion?: number;
  outcome: ReplanOutcome;
  /** Why it came to nothing, or why its last plan was refused. */
  failure?: string;
  endedAt?: number;
  endedSeq?: number;
  changes?: PlanChanges;
  /** Tasks of the new version that were given another id than the one they were written under. */
  renamed?: Payload<"replan_adopted">["renamed"];
  /** What was wrong with a plan that could not be used. */
  issues?: Payload<"replan_failed">["issues"];
  /** What had been spent on the tasks that the new version dropped or took over. */
  sunk?: Spent;
  /** What it cost to decide on the change and to write it. */
  spent: Spent;
};

/** An iteration whose plan does not run yet. */
export type IterationState = { number: number; reason: string; fromVersion: number };

/** Consecutive infrastructure failures of one effect. */
export type FaultState = {
  /** The model that could not be reached. */
  model?: string;
  since: number;
  failures: number;
  notBefore: number;
  /** When it failed last. */
  at: number;
  code: string;
  message: string;
};

/**
 * Everything the engine knows of a run, as plain JSON data. It is a fold of the run's events, and keeps indexes so
 * that no step of a run has to visit all tasks (docs/engine.md, "State").
 */
export type RunState = {
  runId: string;
  workspaceId: string;
  seq: number;
  lastAt: number;
  createdAt: number;
  mission: string;
  /** Who wrote the mission, and the plan version in force when it was a person. */
  author?: ActorRef;
  planAuthor?: ActorRef;
  tags: string[];
  settings: RunSettings;
  /** Answers that came with the run, by the task that asks. */
  givenReviews?: Record<string, GivenReview>;

  phase: "new" | "planning" | "executing" | "finishing" | "ended";
  startedAt?: number;
  finishing?: FinishReason;
  /** What stopped the plan of an iteration, for the summarizer and for the end of the run. */
  halted?: string;
  finished?: { reason: FinishReason; at: number; message?: string };
  answer?: StoredValue;
  /** One for each time that the plan was carried out, in order. */
  summaries: SummaryState[];
  /** Why there is no summary; the plain answer takes its place. */
  summaryFailed?: string;
  iteration?: IterationState;
  paused?: { since: number; by: ActorRef };

  epoch: number;
  /** Take-overs since anything else happened. */
  takeovers: number;
  inFlight: Record<string, InFlight>;
  faults: Record<string, FaultState>;
  /** Models that people have had replaced in this run, with what is asked in their place. */
  modelInstead: Record<string, string>;

  /** The run of which this one is a fork, and the last event that they share. */
  parent?: { runId: string; seq: number };

  planVersion: number;
  planTitle: string;
  planObjective?: string;
  /** What a person wants changed in the drafted plan before it runs. */
  planFeedback?: string;
  planDigest: string;
  planDigests: Record<string, number>;
  /** By plan version; versions that were not criticised are missing. */
  critiques: Record<string, CritiqueState>;
  agents: Record<string, StoredAgent>;
  /** Every task the run ever had, superseded ones too. */
  tasks: Record<string, TaskState>;
  /** Ids of the current plan version, in order. */
  order: string[];

  // Indexes over the current plan version.
  dependents: Record<string, string[]>;
  remainingPath: Record<string, number>;
  /** Pending tasks that may start, best first. */
  ready: string[];
  /** Tasks with status running. */
  active: Record<string, true>;
  /** Tasks with status waiting. */
  waiting: Record<string, true>;
  /** Tasks of the plan that have not ended. */
  openTasks: number;
  /** Pending tasks that can never become ready, with the reason. */
  doomed: { taskId: string; because: string; diagnosis: string; skip: boolean }[];
  /** Failures that the run has not come to terms with: each halts it, or asks for a replan. */
  unsettled: Record<string, "halt" | "replan">;

  /** A critical task failed: nothing new starts; `review` may govern what follows. */
  halt?: { taskId: string; at: number; diagnosis: string; review?: string };
  /** A replan that was asked for and has not started. */
  replanWanted?: ReplanCause;
  replan?: ReplanState;
  replanFailed?: { number: number; reason: string };
  /** The number of the last replan that started; withdrawn ones keep theirs. */
  lastReplan: number;
  /** Every replan and iteration, in the order in which they started. */
  replanHistory: ReplanEntry[];

  approvals: Record<string, ApprovalState>;
  openApprovals: Record<string, true>;
  approvalCount: number;
  /** Tasks whose review decision is held, with the moment it applies. */
  held: Record<string, number>;

  counters: {
    replans: number;
    iterations: number;
    replansByLineage: Record<string, number>;
    /** Attempts that were started. */
    attempts: number;
    reviews: number;
    decisions: number;
    modelCalls: number;
    toolCalls: number;
  };
  /** Limits a person raised in this run. */
  raised: { [name in RaisedLimit]?: number } & { replansByLineage: Record<string, number> };
  ledger: LedgerState;
};

/** Limits of the whole run that a person can raise. */
export type RaisedLimit = "maxTokens" | "maxCostMicroUsd" | "maxHops" | "maxDurationMs" | "maxTotalReplans";

export function initialState(runId: string): RunState {
  return {
    runId,
    workspaceId: "",
    seq: 0,
    lastAt: 0,
    createdAt: 0,
    mission: "",
    tags: [],
    settings: runSettings.parse({}),
    phase: "new",
    epoch: 0,
    takeovers: 0,
    summaries: [],
    inFlight: {},
    faults: {},
    modelInstead: {},
    planVersion: 0,
    planTitle: "",
    planDigest: "",
    planDigests: {},
    lastReplan: 0,
    replanHistory: [],
    critiques: {},
    agents: {},
    tasks: {},
    order: [],
    dependents: {},
    remainingPath: {},
    ready: [],
    active: {},
    waiting: {},
    openTasks: 0,
    doomed: [],
    unsettled: {},
    approvals: {},
    openApprovals: {},
    approvalCount: 0,
    held: {},
    counters: {
      replans: 0,
      iterations: 0,
      replansByLineage: {},
      attempts: 0,
      reviews: 0,
      decisions: 0,
      modelCalls: 0,
      toolCalls: 0,
    },
    raised: { replansByLineage: {} },
    ledger: emptyLedger(),
  };
}
