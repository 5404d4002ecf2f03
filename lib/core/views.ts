import type { DiffLine } from "./describe/plans/plan-diff";
import type { DrillResult } from "./drills/view";
import type { PlanLayout } from "./layout/plan-layout";
import type { MarkKind, MarkVerdict } from "./marks";
import type { ChangeCounts, PlanDiff } from "./plan/compare/diff";
import type { Coverage, Finding } from "./plan/critic/types";
import type { Issue, Plan } from "./plan/schema";
import type { Decision, TimeoutAnswer } from "./plan/words";
import type { CallFailure, ModelMessage, ToolSpec } from "./ports";
import type { RunEvent } from "./run/events";
import type { ApprovalStatus } from "./run/events/approvals";
import type { PlanCritique } from "./run/events/critique";
import type { ActorRef, Provenance } from "./run/events/envelope";
import type { PlanOrigin } from "./run/events/mission";
import type { Decider } from "./run/events/reviews";
import type { ApprovalKind, GateVerb } from "./run/gates/table";
import type { GateTerms, ProposedAnswer } from "./run/gates/terms";
import type { FindingVerdict, ReplanEntry, ReplanOutcome, RunState } from "./run/state";
import type { TaskTotals } from "./run/state/totals";
import type { FinishReason, RunStatus } from "./run/status";
import type { StoredValue } from "./stored-value";

/** What services give to pages and to the API's clients. Moments in milliseconds. */

/** Cost of a run in US dollars. `usd` is null while any call's cost is unknown: unknown is not zero. */
export type Cost = { usd: number | null; knownUsd: number; unknownCalls: number; modelCalls: number };

/** What the whole run used, as of its event `seq`. `knownUsd` leaves the `unknownCalls` out. */
export type RunUsage = {
  seq: number;
  modelCalls: number;
  inputTokens: number;
  outputTokens: number;
  knownUsd: number;
  unknownCalls: number;
};

/** What the page of a run begins with; its stream continues from `state.seq`. `log` are the last events up to there. */
export type RunPageView = {
  state: RunState;
  log: RunEvent[];
  usage: RunUsage;
  /** How many runs its family has beside it. */
  forks: number;
  purged: RunPurges;
  reducer: number;
  /** Where its tasks are; null where that takes longer than a page should wait. */
  layout: PlanLayout | null;
  /** It was a drill, which is closed: there is no run. */
  drill?: DrillResult;
};

/** What a person said afterwards of an answer or a decision; `own`: the one who asks said it. */
export type MarkView = {
  runId: string;
  kind: MarkKind;
  subject: string;
  /** The review, of a decision. */
  taskId: string | null;
  verdict: MarkVerdict;
  note: string;
  by: ActorRef;
  at: number;
  own: boolean;
};

/** When parts of a run were removed under retention; null while they are there. */
export type RunPurges = { liveTextAt: number | null; payloadsAt: number | null };

export type RunListItem = {
  id: string;
  /** The number of its last event. */
  seq: number;
  /** The beginning of the mission. */
  title: string;
  status: RunStatus;
  finishReason: FinishReason | null;
  tags: string[];
  /** The person who started it; null where none did. */
  owner: RunOwner | null;
  planVersion: number;
  replans: number;
  iterations: number;
  tasks: TaskTotals;
  openApprovals: number;
  cost: Cost;
  /** Of its model calls whose use is known. */
  tokens: number;
  createdAt: number;
  finishedAt: number | null;
};

/** Somebody who has started runs. */
export type RunOwner = { id: string; name: string };

/** How the installation stands for a workspace: times are moments in milliseconds of the database's clock. */
export type SystemStatus = {
  atMs: number;
  /** Whether the store takes writes. */
  writable: boolean;
  /** Processes that do the work of runs. */
  workers: number;
  /** Runs of the workspace that no worker has taken yet, and since when the oldest waits. */
  waitingRuns: number;
  waitingSinceMs: number | null;
  /** Models that runs of the workspace wait for, with the number of their open gates. */
  silentModels: { model: string; gates: number; sinceMs: number }[];
  /** Runs that no worker moves any more. */
  stalledRuns: number;
};

/** A named view of a list, of the person who asks: `query` is what its address has behind the question mark. */
export type SavedView = { viewId: string; name: string; page: "runs"; query: string };

/** What model calls have used. `usd` and `tokens` are null while they are unknown of any call. */
export type Spending = Cost & { tokens: number | null; knownTokens: number };

/** The use of models by one role, task, agent, model or plan version; `key` is null where calls belong to none. */
export type CostLine = Spending & {
  key: string | null;
  failedCalls: number;
  inputTokens: number;
  cachedInputTokens: number;
  outputTokens: number;
  reasoningTokens: number;
  latencyMs: number;
};

/** What was used while a plan version was in force. Version 0 is the time before the first. */
export type VersionCost = CostLine & {
  replacedBy: number | null;
  /** What had gone into tasks that the next version dropped or took over; null while none has replaced it. */
  discardedCost: Spending | null;
};

export type RunCosts = {
  total: CostLine;
  roles: CostLine[];
  tasks: CostLine[];
  agents: CostLine[];
  models: CostLine[];
  versions: VersionCost[];
  /** What all replans made worthless, and what deciding on them and writing them took. */
  discardedCost: Spending;
  replanningCost: Spending;
  /** Models of which some call's price is unknown. */
  unpricedModels: string[];
};

/** A replan or an iteration, as a run's history tells it. */
export type ReplanView = {
  kind: ReplanEntry["kind"];
  /** Counts replans and iterations apart, from 1. */
  number: number;
  trigger: ReplanEntry["trigger"];
  reason: string;
  taskId: string | null;
  lineage: string | null;
  diagnosis: string | null;
  decidedBy: Decider | null;
  fromVersion: number;
  toVersion: number | null;
  /** `+added -removed ~changed`; null without a new version. */
  summary: string | null;
  added: number | null;
  removed: number | null;
  changed: number | null;
  kept: number | null;
  renamed: { from: string; to: string; why: string }[];
  /** What had been spent on the tasks that the new version dropped or took over. */
  discardedCost: Spending | null;
  /** What deciding on it and writing it took; null for runs that did not record it. */
  cost: Spending | null;
  outcome: ReplanOutcome;
  /** Why it came to nothing, or why its last plan was refused. */
  failure: string | null;
  startedAt: number;
  endedAt: number | null;
};

/** One of all runs, with its run. */
export type ReplanListItem = ReplanView & {
  runId: string;
  /** The beginning of the mission. */
  mission: string;
  /** How its run is or ended, whatever the replan came to. */
  afterwards: Pick<RunListItem, "status" | "finishReason" | "tasks" | "openApprovals">;
};

/** A decision of a review that applies by itself at `heldUntil` (ms), later where its countdown was stopped, unless a person decides otherwise. */
export type HeldDecision = {
  runId: string;
  taskId: string;
  /** Of the review. */
  title: string;
  mission: string;
  decision: Decision;
  heldUntil: number;
};

/** A gate as lists and pages show it. */
export type ApprovalView = {
  id: string;
  runId: string;
  mission: string;
  kind: ApprovalKind;
  taskId: string | null;
  planVersion: number;
  digest: string;
  prompt: string;
  shown: StoredValue | null;
  verbs: GateVerb[];
  assignees: string[];
  deadlineAt: number | null;
  /** What happens at the deadline. */
  onTimeout: TimeoutAnswer | null;
  terms: GateTerms;
  subject: Record<string, string | number> | null;
  status: ApprovalStatus;
  openedAt: number;
  decided: {
    at: number;
    by: ActorRef;
    verb: GateVerb;
    comment: string | null;
    provenance: Provenance;
  } | null;
  /** Texts of all that comes free where it passes, then of the mission and its files; of a gate that is read by itself. */
  releases?: string[];
  /** What rejecting leads to, in a sentence; of an open gate that is read by itself, null where that is not known or it cannot be rejected. */
  rejecting?: string | null;
  /** What people have proposed where an answer takes several, in full; of an open gate that is read by itself. */
  proposals?: ProposedAnswer[];
  /** It was a drill, and is closed; absent of every other gate (docs/drills.md). */
  drill?: DrillResult;
};

/** A task that a tail lets act, or whose result flows into such tasks: then `feeds` names them. */
export type TailAct = {
  taskId: string;
  tools: string[];
  feeds?: { title: string }[] | undefined;
  /** It is one of the plan in force, and not of the tail. */
  kept?: true | undefined;
  /** It has ended: what it came to is what they read. */
  ended?: true | undefined;
};

export type PlanVersionView = {
  runId: string;
  version: number;
  parent: number | null;
  origin: PlanOrigin;
  cause: string;
  author: string;
  digest: string;
  adoptedAt: number;
  plan: Plan;
  /** Null when the critic did not look at it. */
  critique: CritiqueView | null;
};

/** What the critic said of a plan version, and people of what it said. */
export type CritiqueView = {
  by: PlanCritique["by"];
  /** 1 (worst) to 10, as the plan was judged. */
  score: number;
  /** The score without the findings that people waived. */
  openScore: number;
  summary: string;
  /** The gravest first. */
  findings: (Finding & { verdict: FindingVerdict | null })[];
  /** Findings that were not kept. */
  omitted: number;
  /** How plan and mission cover each other, as a model sees it; null where none told. */
  coverage: Coverage | null;
  improvedFrom: number | null;
  note: string | null;
};

/** A text or JSON as a plan. */
export type PlanReading = {
  /** Null when it could not be read as a plan; `errors` says why. */
  plan: Plan | null;
  /** What reading did not understand. */
  warnings: Issue[];
  errors: Issue[];
};

export type PlanCheck = {
  /** What reading and validation found; a plan with an error among them cannot run. */
  issues: Issue[];
  /** Task ids by their distance from the start: those of one level may run at the same time. */
  levels: string[][];
};

export type PlanComparison = {
  same: boolean;
  /** The differences in one line. */
  words: string;
  lines: DiffLine[];
  counts: ChangeCounts;
  diff: PlanDiff;
};

export const PLAN_FORMATS = ["json", "text", "mermaid", "loop"] as const;
export type PlanFormat = (typeof PLAN_FORMATS)[number];
/** With its graph as a picture, which takes a layout. */
export const PLAN_FILES = [...PLAN_FORMATS, "svg"] as const;
export type PlanFileKind = (typeof PLAN_FILES)[number];

/** A run as a file: a page of everything, or its graph as a picture. */
export const REPORT_FORMATS = ["html", "svg"] as const;

/** A text as a file, such as a plan version. */
export type TextFile = { fileName: string; contentType: string; text: string };
/** The same where it may be long: read part by part. */
export type TextFileParts = Omit<TextFile, "text"> & { parts: AsyncIterable<string> };
/** The same of bytes, to be compressed on their way. */
export type FileBytes = Omit<TextFile, "text"> & { parts: AsyncIterable<Uint8Array> };

/** One page of a list; `nextCursor` is null on the last. */
export type Page<Item> = { items: Item[]; nextCursor: string | null };

/** One request to a model. A figure that is null is unknown, which is not zero. */
export type ModelCallView = {
  callId: string;
  taskId: string | null;
  attempt: number | null;
  step: number | null;
  role: string;
  model: string;
  /** The agent of its task, and the plan version in force (0 before the first). */
  agent: string | null;
  planVersion: number | null;
  inputTokens: number | null;
  cachedInputTokens: number | null;
  cacheWriteTokens: number | null;
  outputTokens: number | null;
  reasoningTokens: number | null;
  costUsd: number | null;
  latencyMs: number;
  timeToFirstTokenMs: number | null;
  /** Equal for equal prompts; the version is that of the role's wording. */
  promptHash: string;
  promptVersion: string;
  failure: CallFailure | null;
  /** Where a fallback model served: the model that was wanted, and how it had failed. */
  wantedModel: string | null;
  wantedFailure: CallFailure | null;
  at: number;
};

/**
 * What a model was sent in one call: system text and messages, or why it cannot be shown. Those of an agent's turn are put
 * together `fromSteps`, with the tools that it was offered; prompts of more than 256 KB are `too_long`, those of an earlier
 * time were `not_kept`.
 */
export type CallPrompt =
  | { kept: true; system: string; messages: ModelMessage[]; tools?: ToolSpec[]; fromSteps?: true }
  | { kept: false; why: "too_long" | "removed" | "not_kept" };

/** A run that no worker moves any more: it is newer than the code, cannot be folded, or asks what to do about a fault. */
export type StalledRun = {
  runId: string;
  title: string;
  code: "unsupported" | "internal" | "engine_fault";
  message: string;
  atMs: number;
};

/** How runs came out that ended between two days (UTC, both included): demo runs where no others have. */
export type OverviewFigures = {
  from: string;
  to: string;
  runs: "real" | "demo";
  ended: number;
  completed: number;
  replanned: number;
};
