import type { StoredTask } from "../../plan/stored";
import type { BegunTool } from "../../policy/rule-call";
import type { StoredValue } from "../../stored-value";
import type { Payload } from "../events";
import type { CallAsk } from "../events/call-asks";
import type { Check, QualityVerdict } from "../events/checks";
import type { ActorRef } from "../events/envelope";
import type { Reason, SimpleReason } from "../events/reason";
import type { Proposal } from "../events/reviews";
import type { FailureCode } from "../events/tasks";
import type { GateVerb } from "../gates/table";
import type { ModelSpend } from "../ledger/spend";
import type { AttemptOutcome, TaskStatus } from "../status";
import type { AttemptReflection } from "./reflection";

/** What one attempt came to; kept for the projections and for the feedback of the next. */
export type AttemptState = {
  attempt: number;
  startedAt: number;
  endedAt?: number;
  steps: number;
  /** How many of the first steps a summary stands for in what the model is sent. */
  summarizedSteps?: number;
  /** The last step still lacks results of its calls. */
  open?: true;
  /** Tools that policies took from its agent. */
  filteredTools?: Payload<"policy_applied">["filtered"];
  outcome?: AttemptOutcome;
  /** It was at work in the run that this one was forked from, and begins here again. */
  endedByFork?: true;
  code?: FailureCode;
  diagnosis?: Reason;
  output?: StoredValue;
  /** Which of the run's `told` its agent was told of servers' tools; absent where servers serve none. */
  told?: number;
  /** The model of the agent's turns. */
  model?: string;
  /** What its model calls have cost, in micro-dollars; one of which that is not known counts as it was reserved. */
  costMicroUsd?: number;
  /** What the result was held against, in order; the first that does not pass is the last. */
  checks?: Check[];
  /** What critics said of the agent's answers. */
  reflection?: AttemptReflection;
};

export type TaskState = {
  id: string;
  spec: StoredTask;
  /** Position in the plan, for display and as the last tie-break. */
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
  diagnosis?: Reason;
  /** Who skipped it, where a person did; absent of runs from before that was kept. */
  skippedBy?: ActorRef;
  failureCode?: FailureCode;
  qualityGate?: QualityVerdict;
  /** What was written of a task that the plan gave no details, right before it started; or why nothing was. */
  detailed?: { details?: string[]; problem?: SimpleReason };
  /** Its predicate as it was written again, or why it was not, for the work of this digest. */
  repaired?: { of: string; verification?: string; problem?: SimpleReason };
  /** What was expected of it before its result was known; absent while, and where, nobody has been asked. */
  reasoned?: Omit<Payload<"task_reasoned">, "taskId">;
  /** What the last turn of a synthesis gate read and wrote. */
  synthesis?: SynthesisSize;
  /** A failed task that the run continues without. */
  tolerated?: boolean;
  /** Plan version that was in force when this control was not passed. */
  refusedIn?: number;
  approvalId?: string;
  /** How often its work was begun again within the attempt: a question that has changed, an answer given too early. */
  askedAgain?: number;
  proposal?: Proposal;
  /** What each of several reviewers said in this attempt, and what came of it. */
  votes?: ReviewVote[];
  consensus?: NonNullable<Payload<"review_proposed">["consensus"]>;
  heldUntil?: number;
  /** When the countdown went on after somebody had stopped it. */
  heldFrom?: number;
  /** Who is deciding, since when, with the last sign of life `at`; the countdown stands still until `until`. */
  claim?: { by: { id: string; name: string }; since: number; at: number; until: number; remainingMs: number };
  /** How long the countdown of this proposal has stood still for people before. */
  claimedMs?: number;
  /** What a person said who decided the review without a gate, in the time for which its decision is held. */
  ruled?: { by: ActorRef; decision: Proposal["decision"]; words: string; at: number };
  /** The ended task because of which it can never start. */
  blockedBy?: string;
  /** The person who answers for the result. */
  endorsed?: Endorsement;
  /** Who let its result pass at gates that showed all of it, by name; absent where nobody did. */
  approvedBy?: string[];
  /** What people told the agent at work, in order. */
  steeringMessages?: Steer[];
  /** What was said of tool calls that asked about themselves in this attempt, by `callKey`, until they run. */
  verdicts?: Record<string, GivenVerdict>;
  /** Those with which calls have begun that have not ended, by `callKey`: of one that was never sent they count again. */
  begunBy?: Record<string, GivenVerdict>;
  /** Calls of this attempt whose tools ask, by `callKey`, until they are answered or run again. */
  paused?: Record<string, CallAsk>;
  /** The consents of this attempt to calls whose tools had asked for one, by `callKey`, until they end. */
  granted?: Record<string, Consent>;
  /** Calls of the attempt's open step that were denied, by `callKey`. */
  denied?: string[];
  /** Calls of this attempt of which an earlier worker told the end after all, by `callKey`. */
  lateCalls?: string[];
  /** Calls of writing tools that this attempt has begun and not ended, by `callKey`: under which epoch, and with which tool. */
  writing?: Record<string, BegunTool & { epoch: number }>;
  /** Simulated tools that its attempts have called. */
  simulatedTools?: string[];
  /** The plan version that brought it. */
  sinceVersion: number;
  /** What its model calls have used; absent before the first. */
  spent?: ModelSpend;
};

/** Absent figures are unknown. `limit` is the output from which on a synthesis compresses too little. */
export type SynthesisSize = Omit<Payload<"synthesis_measured">, "taskId">;

/** A result that a person let pass or gave, against or without the checks. */
type Endorsement = { how: "accepted" | "supplied"; by: ActorRef; at: number; reason: string };

/** The answer to a gate about a tool call; `value` are edited arguments, or what the call gave. */
export type GivenVerdict = {
  verb: GateVerb;
  /** Obligations under whose terms it was given, by their ids; those of earlier answers to the same call too. */
  obligations?: string[];
  comment?: string;
  value?: StoredValue;
  /** Nobody said it: the time to answer was over. */
  silent?: true;
  /** A worker's word that nothing of the call was sent: it is ruled like one that nobody has made. */
  notBegun?: true;
  /** The definition of the tool that was shown when it was given. */
  definition?: string;
};

/** A person's consent to a call, and the gate at which they gave it. */
export type Consent = { approvalId: string; verb: GateVerb; by: ActorRef };

/** One reviewer's word on a review: its proposal, or why none could be read. */
export type ReviewVote = { reviewer: string; at: number; proposal?: Proposal; problem?: SimpleReason };

/** A word to the agent of this attempt; `seq` is its event's. */
type Steer = { seq: number; attempt: number; message: string; by: ActorRef; at: number };
