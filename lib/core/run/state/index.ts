import type { z } from "zod";
import type { AttachmentFacts } from "../../attachments";
import type { Round } from "../../comments/schema";
import type { TaskMarks } from "../../plan/compare/match";
import type { PlanReach } from "../../plan/reach";
import type { StoredAgent } from "../../plan/stored";
import type { BegunTool } from "../../policy/rule-call";
import type { SimilarMission } from "../../similar-missions";
import type { StoredValue } from "../../stored-value";
import type { TemplateRef } from "../../templates/ref";
import type { HeldCheck } from "../controls/changes/held-checks";
import type { HeldPolicy } from "../controls/changes/policies";
import type { Obligation, Release } from "../controls/obligations";
import type { Payload } from "../events";
import type { ApprovalStatus, Channel } from "../events/approvals";
import type { findingVerdict, PlanCritique } from "../events/critique";
import type { ActorRef, Provenance } from "../events/envelope";
import type { ExampleRef } from "../events/examples";
import type { LessonRef } from "../events/lessons";
import type { ForeseenReview } from "../events/mission";
import type { Reason, SimpleReason } from "../events/reason";
import type { ModelMark, Told, ToolMark } from "../events/release";
import type { ReplanCause } from "../events/reviews";
import type { ItemVerdict } from "../gates/items";
import type { GateVerb } from "../gates/table";
import type { RunSettings } from "../settings";
import type { FinishReason, RunPhase } from "../status";
import type { FaultState, InFlight } from "./effect";
import type { LedgerState } from "./ledger";
import type { RefinementsState } from "./refinement";
import type { ReflectionState } from "./reflection";
import type { IterationState, ReplanEntry, ReplanState, SummaryState } from "./replan";
import type { TaskState } from "./task";
import type { TaskTotals } from "./totals";

export type ApprovalState = Payload<"approval_opened"> & {
  status: ApprovalStatus;
  openedAt: number;
  openedSeq: number;
  decided?: {
    by: ActorRef;
    at: number;
    verb: GateVerb;
    comment?: string;
    because?: Reason;
    /** What it brought in place of the shown value. */
    value?: StoredValue;
    items?: ItemVerdict[];
    channel?: Channel;
    provenance: Provenance;
  };
  /** The last answer of each person so far, where one takes several who give the same. */
  votes?: Vote[];
  /** What people asked before anyone decided, and the replies, in their order. */
  asked?: { by: ActorRef; at: number; words: string }[];
  /** Of them those who could not answer any more when it was decided. */
  unheard?: string[];
  /** How often its deadlines handed it on. */
  escalations?: number;
  /** By whom else it was handed on, to whom and why. */
  handedOn?: HandedOn[];
};

/** One person's answer where it takes several; those with the same verb, value and digest of the gate count together. */
export type Vote = {
  by: { id: string; name: string };
  at: number;
  verb: GateVerb;
  /** What it brings in place of what is shown. */
  value?: StoredValue;
  /** The gate's, as it was answered. */
  digest: string;
  comment?: string;
  items?: ItemVerdict[];
};

/** `outsider`: they were not among those asked, and may not answer now either. */
export type HandedOn = {
  by: { id: string; name: string };
  at: number;
  to: string[];
  reason: string;
  outsider?: boolean;
};

/** What one person wrote in a version of the plan: the work, by its digests without titles, and the lineages of its tasks. */
export type WorkAuthor = {
  by: ActorRef;
  work: string[];
  lineages: string[] /** A model wrote it on their words. */;
  wished?: true;
};

/** The event that started a call, by which step of which attempt, and the last event before it by which another step did. */
export type ActStart = BegunTool & { seq: number; by: string; tool: string; before?: number };

/** What people are asked about before it takes effect; `pending` are the controls whose people have not let it pass. */
export type OfferedVersion = Payload<"plan_version_offered"> & { pending: string[] };

/** A person decided a review otherwise than was proposed. */
type OverrideState = Payload<"review_overridden"> & { attempt: number; by: ActorRef; at: number };

/** What a person said of one finding. */
export type FindingVerdict = {
  verdict: z.infer<typeof findingVerdict>;
  reason: string;
  by: ActorRef;
  at: number;
};

/** The critic's word on a plan version, and people's verdicts by the key of the finding. */
export type CritiqueState = PlanCritique & { verdicts: Record<string, FindingVerdict> };

export * from "./effect";
export * from "./refinement";
export * from "./reflection";
export * from "./replan";
export * from "./task";

/** An answer as a run keeps it; `question` is the digest of what it was given to, absent until the plan has its task. */
export type KeptReview = ForeseenReview & { question?: string };

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
  /** Who gave a fork constraints or models of its own, and those before them whose words these were written on. */
  governedBy?: ActorRef[];
  planAuthor?: ActorRef;
  /** People whose work the version in force carries on, by whomever that was written; absent before the first. */
  workAuthors?: WorkAuthor[];
  /** People whose words the next plan of a model answers, by a replan or another draft; absent where nobody's. */
  wishers?: ActorRef[];
  tags: string[];
  settings: RunSettings;
  /** Answers that came with the run, by the task that asks. */
  givenReviews?: Record<string, KeptReview>;
  /** Files that came with the mission. */
  attachments?: AttachmentFacts[];
  /** The template that its plan was made of; a fork has none. */
  template?: TemplateRef;

  phase: RunPhase;
  startedAt?: number;
  finishing?: FinishReason;
  /** What stopped the plan of an iteration, for the summarizer and for the end of the run. */
  halted?: Reason;
  /** The outcome that stands while the run is looked back on. */
  outcome?: Payload<"run_finished"> & { at: number };
  finished?: { reason: FinishReason; at: number; because?: Reason[] };
  /** What was said of each plan that was carried out, before its answer was written; absent where nobody is asked. */
  selfCritiques?: (Payload<"approach_critiqued"> & { iteration: number })[];
  /** What was said when it was looked back on, or why it was not. */
  retrospect?: Payload<"retrospected">;
  answer?: StoredValue;
  /** A person wrote it: nobody critiques it. */
  answerByPerson?: true;
  /** How often people asked for another answer before one was given, and what they had before them, if it was written by then. */
  answerSentBack?: { times: number; answer?: StoredValue };
  /** What critics said of the final answer; absent where it is not critiqued. */
  reflection?: ReflectionState;
  /** One for each time that the plan was carried out, in order. */
  summaries: SummaryState[];
  /** Why there is no summary; the plain answer takes its place. */
  summaryFailed?: SimpleReason;
  iteration?: IterationState;
  paused?: { since: number; by: ActorRef };

  epoch: number;
  /** Take-overs since anything else happened. */
  takeovers: number;
  inFlight: Record<string, InFlight>;
  faults: Record<string, FaultState>;
  /** Models that people have had replaced in this run, with what is asked in their place. */
  replacementModels: Record<string, string>;

  /** The run of which this one is a fork, and the last event that they share. */
  /** The run that this one was forked from, after which of its events, and when. */
  parent?: { runId: string; seq: number; at: number };

  planVersion: number;
  planTitle: string;
  planObjective?: string;
  /** What a person wants changed in the drafted plan before it runs. */
  planFeedback?: string;
  /** The comments that came with it. */
  planRound?: Round;
  planDigest: string;
  planDigests: Record<string, number>;
  /** By plan version; versions that were not critiqued are missing. */
  critiques: Record<string, CritiqueState>;
  agents: Record<string, StoredAgent>;
  /** Every task the run ever had, superseded ones too. */
  tasks: Record<string, TaskState>;
  /** Ids of the current plan version, in order. */
  order: string[];
  /** By which tools its tasks may change something outside, and those tools as they were; absent where not known. */
  reach?: PlanReach;
  toolMarks?: ToolMark[];
  /** The workspace's models as they were when the version in force was written; absent where nobody noted them. */
  modelMarks?: ModelMark[];
  /** What servers have shown of the plan's tools, by name, in order; the last is what they show now. Absent where none serves one. */
  told?: Told[];

  // Indexes over the current plan version.
  dependents: Record<string, string[]>;
  remainingPath: Record<string, number>;
  /** Pending tasks that may start, best first. */
  ready: string[];
  /** Tasks with status running. */
  active: Record<string, true>;
  /** Tasks with status waiting. */
  waiting: Record<string, true>;
  /** Tasks that have started and of which the reasoner is still to say what is expected, in the order of their starts. */
  reasoning?: string[];
  /** What came of the plan's tasks so far: those of the current version, each once. */
  taskTotals: TaskTotals;
  /** Pending tasks that can never become ready, with the reason. */
  blockedTasks: { taskId: string; because: string; diagnosis: Reason; skip: boolean }[];
  /** Failures that the run has not come to terms with: each halts it, or asks for a replan. */
  openFailures: Record<string, "halt" | "replan">;

  /** A critical task failed: nothing new starts; `review` may govern what follows. */
  halt?: { taskId: string; at: number; diagnosis: Reason; review?: string };
  /** A replan that was asked for and has not started. */
  replanWanted?: ReplanCause;
  replan?: ReplanState;
  replanFailed?: { number: number; reason: Reason };
  /** The number of the last replan that started; withdrawn ones keep theirs. */
  lastReplan: number;
  /** Every replan and iteration, in the order in which they started. */
  replanHistory: ReplanEntry[];

  /** What controls hold back, of every plan version so far; a later version takes none away. */
  obligations: Obligation[];
  /** By the lineage of a control that silence may let pass: what acts behind it as people wrote or approved it, or as the run began. */
  silentLeave: Record<string, string[]>;
  /** What could act in the plan versions that brought obligations, as later versions find it again. */
  actingTasks: Record<number, TaskMarks[]>;
  /** What agents' own policies denied or asked about, of every plan version so far. */
  heldPolicies: HeldPolicy[];
  /** The checks that people wrote or approved, where they stand now. */
  heldChecks: HeldCheck[];
  /** What the conditions of controls have measured, by digest, and whether people let them measure that. */
  measures: Record<string, boolean>;
  /** Tasks whose result, end or decision is a person's: what was said with it reaches those who work after them. */
  inHand: string[];
  /** The last start of each call that acts, by the digest of tool and arguments; absent before the first. */
  lastActs?: Record<string, ActStart>;
  /** The last event by which another plan version or other tools came into force. */
  rulesSince?: number;
  /** Every simulated tool that has run, also for work that a later plan version dropped. */
  simulatedTools: string[];
  /** Controls that were passed in this run, and the work that stood behind them then. */
  releases: Release[];

  /** A person wrote a version of the plan, or approved one. */
  planSettled?: "written" | "approved";
  /** People were asked about the plan that runs, and have not let it pass: about this `version` of it, or whichever the `run` has. */
  unapproved?: "version" | "run";
  /** A version that waits for the people of the controls that it weakens, or of the plan. */
  offered?: OfferedVersion;
  /** Plans written while the run was being planned that were not taken, since the last that was. */
  redrafts?: { count: number; refused: Reason };

  /** What has become of the plan between its replans; absent until a task has ended that may change it. */
  refinements?: RefinementsState;

  /** People's decisions against what a review proposed, in order; absent before the first. */
  overrides?: OverrideState[];
  /** The lessons that the prompts of a piece of work carried, by the key of its effect; absent before the first. */
  lessonsShown?: Record<string, LessonRef[]>;
  /** The same of the examples of the library. */
  examplesShown?: Record<string, ExampleRef[]>;
  /** The finished missions that the planner was shown, by the key of its work; absent where there were none. */
  missionsShown?: Record<string, SimilarMission[]>;

  approvals: Record<string, ApprovalState>;
  openApprovals: Record<string, true>;
  approvalCount: number;
  /** Tasks whose review decision is held, with the moment it applies. */
  held: Record<string, number>;

  counters: {
    replans: number;
    /** Of the replans, those that people wished for. */
    wishes: number;
    /** Rounds of comments on drafts; absent before the first. */
    draftRounds?: number;
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
type RaisedLimit =
  | "maxTokens"
  | "maxCostMicroUsd"
  | "maxHops"
  | "maxDurationMs"
  | "maxTotalReplans"
  | "maxWishes";
