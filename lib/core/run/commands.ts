import type { z } from "zod";
import type { AttachmentFacts } from "../attachments";
import type { CheckedDisposition, Round } from "../comments/schema";
import type { Json } from "../json";
import type { Answerer, Voter } from "../people";
import type { PlanReach } from "../plan/reach";
import type { Decision } from "../plan/schema";
import type { PlanPatch } from "../plan/stored";
import type { RenameCause } from "../plan/tail-input";
import type { RefinementFacts } from "../refinement/items";
import type { AnswerCritique, Stop } from "../reflection";
import type { Assessment } from "../retrospect/rules";
import type { SelfCritique } from "../self-critique";
import type { StoredValue } from "../stored-value";
import type { Payload } from "./events";
import type { Summary } from "./events/answer";
import type { GateQuote } from "./events/approvals";
import type { CallAsk } from "./events/call-asks";
import type { Check, QualityVerdict } from "./events/checks";
import type { findingVerdict, PlanCritique } from "./events/critique";
import type { EngineFault, FirstCall, LlmCall, ReleaseCause } from "./events/engine";
import type { ActorRef } from "./events/envelope";
import type { GivenReview, LeftOutFacts, PlanOrigin } from "./events/mission";
import type { IssueFacts, Reason, SimpleReason } from "./events/reason";
import type { ModelMark, ToolMark } from "./events/release";
import type { Proposal } from "./events/reviews";
import type { FailureCode } from "./events/tasks";
import type { RunSettings } from "./settings";
import type { Amounts } from "./state/ledger";

/** A new plan version as an effect or a person offers it; deciding checks it against the run. */
export type OfferedPlan = {
  digest: string;
  patch: PlanPatch;
  warnings: IssueFacts[];
  /** By which tools each task of the whole plan may change something outside; absent where that is not known. */
  reach?: PlanReach;
  /** Those tools as they are now; absent where nobody noted them. */
  tools?: ToolMark[];
  /** The workspace's models as they are now; absent where nothing acts, or nobody noted them. */
  models?: ModelMark[];
  /** What the critic says of it, unless it was not asked. */
  critique?: PlanCritique;
  /** Pieces of the plan's text that were not read, and that a person left out. */
  leftOut?: LeftOutFacts[];
  /** What became of the comments that it was written for. */
  dispositions?: CheckedDisposition[];
};

/** How many of people's words the turns of an attempt have heard, where an agent has made it. */
type Heard = { heard?: number };
type AttemptRef = { key: string; taskId: string; attempt: number };

/** A person's decision on a review. `tail` is the blob of the plan they wrote for REPLAN. */
export type ReviewVerdict = {
  decision: Decision;
  reason: string;
  tail?: string;
  /** Digest of what that tail sets free. */
  released?: string;
  finalResult?: StoredValue;
  expectedPlanVersion?: number;
};

/** `by`: who does it; without one it is refused where an open gate of the task binds its answers to people. */
type OnTask = { taskId: string; by?: Voter };

/** `digest`: names what the person was shown of what it lets act (`inHand`); null where they were shown nothing. */
type InHand = OnTask & { digest?: string | null };

export type { CallAsk } from "./events/call-asks";

/** What people do to single tasks (docs/engine.md, "Commands"). */
export type TaskCommand =
  | ({ type: "retry_task"; reason?: string } & InHand)
  | ({ type: "skip_task"; reason: string } & InHand)
  | ({ type: "accept_result"; reason: string } & InHand)
  | ({ type: "supply_result"; value: StoredValue; reason: string } & InHand)
  | ({ type: "steer"; message: string } & InHand);

/** What people and services ask of a run. */
export type PersonCommand =
  | { type: "pause"; reason?: string }
  | { type: "resume" }
  | { type: "cancel"; reason?: string }
  | { type: "abort"; reason: string }
  | TaskCommand
  /** Raises a limit of the run, asked or not; `lineage` for the replans because of one task. An open gate about it is answered so. */
  | { type: "raise_budget"; counter: string; limit: number; lineage?: string; by?: Voter }
  /** A person's own tail, merged with what has ended and what stays at work. */
  | {
      type: "edit_plan";
      plan: OfferedPlan;
      expectedPlanVersion: number;
      reason: string;
      by?: Voter;
      /** It comes by the right to review alone: only the draft may be edited that waits for this person's approval. */
      asReviewer?: true;
    }
  /** Replaces what is left of the plan as the person says. */
  | {
      type: "request_replan";
      instruction: string;
      expectedPlanVersion?: number;
      round?: Round;
      by?: Voter;
    }
  /** Decides a held review otherwise than the model proposed, or at once as it did; `digest`: what the person saw of it. */
  | ({ type: "override_review"; taskId: string; digest?: string; by?: Voter } & ReviewVerdict)
  /** Stops the countdown of a held decision while a person decides; lets it go on; asks people without a countdown. */
  | { type: "claim_review"; taskId: string; by: Voter }
  | { type: "release_review"; taskId: string; by: Voter }
  | { type: "decide_by_hand"; taskId: string }
  /** Accepts or waives what the critic found in a plan version. */
  | {
      type: "review_finding";
      planVersion: number;
      findingKey: string;
      verdict: z.infer<typeof findingVerdict>;
      reason: string;
    }
  | (Omit<Payload<"approval_decided">, "because"> & {
      type: "decide_approval";
      /** For a review: blob of the tail the person wrote for REPLAN. */
      tail?: string;
      /** Digest of what that tail sets free. */
      released?: string;
      /** The plan version for which that tail was written; another in force is refused as superseded. */
      expectedPlanVersion?: number;
      /** Digest of what the person saw; a mismatch is refused as superseded. */
      digest?: string;
      /** Who answers; without one only gates that bind nobody can be answered. */
      by?: Voter;
      /** All of the workspace who might answer now: earlier approvals of anyone else count no longer. */
      people?: readonly Answerer[];
    })
  /** Asks others as well where nobody is left who could let the gate pass; `people` are all of the workspace who might. */
  | {
      type: "hand_on";
      approvalId: string;
      to: string[];
      reason: string;
      by: Voter;
      people: readonly Answerer[];
    };

/** How a run comes into being; only ever the first command. With a plan it starts at once. */
export type CreateCommand = {
  type: "create";
  workspaceId: string;
  mission: string;
  settings: RunSettings;
  tags: string[];
  /** Models of the run whose price is not known. */
  unpriced?: string[];
  plan?: OfferedPlan & { origin: PlanOrigin };
  /** Results that are there from the start, by task id; they need a plan. */
  initialResults?: Record<string, StoredValue>;
  /** Answers to the plan's reviews and human gates, by task id. */
  reviews?: Record<string, GivenReview>;
  attachments?: AttachmentFacts[];
  template?: Payload<"run_created">["template"];
};

/** What makes a run of copied events a run of its own; only ever the first command after them. */
export type ForkCommand = {
  type: "fork";
  parentRunId: string;
  fromSeq: number;
  /** The person could answer every gate that silence passes. */
  mayReview?: true;
  changes?: ForkChanges;
};

/** In what a fork differs from its parent. `by` wants it so, and answers what is asked where the fork begins. */
export type ForkChanges = {
  by: Voter;
  reason?: string;
  settings?: RunSettings;
  tags?: string[];
  plan?: OfferedPlan;
  reviews?: Record<string, GivenOfFork>;
};

/** `digest`: of what the parent's gate showed that is open where the fork begins, or the decision that is held there. */
export type GivenOfFork = GivenReview & { digest?: string };

/** What a version may change outside, and by which tools, as these are now. */
type ToolsNow = Required<Pick<Payload<"tools_changed">, "reach" | "tools">>;

/**
 * What the servers of tools show now, by the tools' names: the definition, null where it is gone. Only ever about tools
 * that others serve. `plan` is what that makes of this version, `tails` of the tails that reviews propose for it.
 */
export type ToolsChangedCommand = {
  type: "tools_changed";
  definitions: Readonly<Record<string, string | null>>;
  plan?: { version: number } & ToolsNow;
  /** The same of the version or refinement that waits for people, by the digest of its plan. */
  offered?: { digest: string } & ToolsNow;
  tails?: { version: number; proposed: TailNow[] };
};

/** What a tail would set free now, by digest, and which of the changed tools its tasks may call; no digest where it cannot be used any more. */
export type TailNow = { taskId: string; tail: string; digest?: string; tools: string[] };

/** What the worker that holds the lease reports. `key` names the effect; a key not in flight is a late result. */
/** What people settle before a draft runs: gates that nobody here can let pass, and pieces of its text that are not in it. */
export type OpenInDraft = { unpassable?: IssueFacts[]; unread?: IssueFacts[] };

export type WorkerCommand =
  | { type: "take_lease"; workerId: string }
  /** `calls`: what the first calls of these effects may take, reserved with their start where there is room. */
  | { type: "start"; keys: string[]; epoch: number; calls?: FirstCall[] }
  | { type: "record_calls"; calls: LlmCall[] }
  /** The call was not made after all. */
  | { type: "cancel_reservation"; reservationId: string }
  /** Asks for room for a call before it is made; whether there was shows in the state that it led to. */
  | ({
      type: "reserve";
      key: string;
      reservationId: string;
      role?: string;
      model?: string;
      /** The effect continues without the call where it can never fit. */
      advisory?: boolean;
      /** The limit in micro-dollars of the attempt that makes the call, and what raises it. */
      attemptCost?: { used: number; limit: number; setting: string };
    } & Amounts)
  | ({ type: "plan_drafted"; key: string; plan: OfferedPlan } & OpenInDraft)
  | { type: "plan_refused"; key: string; issues: IssueFacts[] }
  /** What the prompts of this work carry; committed before the model is asked. */
  | ({ type: "lessons_shown" } & Payload<"lessons_shown">)
  | ({ type: "examples_shown" } & Payload<"examples_shown">)
  | ({ type: "missions_shown" } & Payload<"missions_shown">)
  /** The model critic's word on a plan that came with the run. */
  | { type: "plan_judged"; key: string; critique: PlanCritique }
  | ({ type: "policy_applied" } & AttemptRef & Omit<Payload<"policy_applied">, "taskId" | "attempt">)
  | ({ type: "step_taken" } & AttemptRef & Omit<Payload<"task_step">, "taskId" | "attempt">)
  | ({ type: "details_written" } & AttemptRef & Omit<Payload<"task_detailed">, "taskId" | "attempt">)
  /** The task's predicate, written again by its author because it could not be evaluated. */
  | ({ type: "check_repaired" } & AttemptRef & Omit<Payload<"check_repaired">, "taskId" | "attempt">)
  /** What is expected of the task, or why nothing was said of it. */
  | ({ type: "task_reasoned"; key: string } & Payload<"task_reasoned">)
  | ({ type: "steps_summarized" } & AttemptRef & Omit<Payload<"steps_summarized">, "taskId" | "attempt">)
  /** `ruledAt`: the last event that was known when the call was ruled. */
  | ({ type: "tool_started"; ruledAt?: number } & AttemptRef &
      Omit<Payload<"tool_started">, "taskId" | "attempt">)
  | ({ type: "tool_finished" } & AttemptRef & Omit<Payload<"tool_finished">, "taskId" | "attempt">)
  | ({ type: "tool_denied" } & AttemptRef & Omit<Payload<"tool_denied">, "taskId" | "attempt">)
  | ({ type: "tool_paused" } & AttemptRef & Omit<Payload<"tool_paused">, "taskId" | "attempt">)
  | ({ type: "attempt_succeeded"; value: StoredValue; checks: readonly Check[] } & AttemptRef & Heard)
  | ({
      type: "attempt_failed";
      code: FailureCode;
      diagnosis: Reason;
      /** Another attempt would come to the same. */
      lasts?: true;
      output?: StoredValue;
      checks: readonly Check[];
    } & AttemptRef &
      Heard)
  /** Whether the results that the task builds on suffice for it; asked before its first attempt. */
  | ({ type: "quality_gate_judged"; verdict: QualityVerdict } & AttemptRef)
  /** What the turn of a synthesis gate read and wrote, as far as it is known. */
  | ({ type: "synthesis_taken"; inputTokens?: number; outputTokens?: number } & AttemptRef)
  /** A placeholder's result is absent: the task cannot run as written. */
  | ({ type: "attempt_blocked"; diagnosis: Reason } & AttemptRef)
  /** Calls of a step that may not run without a person; what else the step holds has run. */
  | ({ type: "calls_asked"; step: number; asks: readonly CallAsk[] } & AttemptRef)
  /** The end of a call, told by a worker that does not hold the lease any more. */
  | ({
      type: "call_ended_late";
      step: number;
      callId: string;
      value?: StoredValue;
      error?: string;
    } & AttemptRef)
  /** A call that was recorded as started under this epoch, and that its worker then had no lease to begin. */
  | ({ type: "call_not_begun"; step: number; callId: string; epoch: number } & AttemptRef)
  /** `fits`: the shown value has the form that the gate asks for. */
  | ({
      type: "gate_shown";
      shown: StoredValue;
      digest: string;
      prompt: string;
      quotes?: GateQuote[];
      fits?: boolean;
    } & AttemptRef)
  /** The condition of a review does not hold; `shown` is what was evaluated. */
  | ({ type: "review_not_needed"; shown: string } & AttemptRef)
  | ({ type: "review_read"; proposal?: Proposal; problem?: SimpleReason } & AttemptRef)
  /** One of several reviewers was heard. */
  | ({ type: "review_voted"; reviewer: string; proposal?: Proposal; problem?: SimpleReason } & AttemptRef)
  /** The review has come up whose decision was given with the run. */
  | ({ type: "review_given" } & AttemptRef)
  | {
      type: "replan_written";
      key: string;
      plan: OfferedPlan;
      fromVersion: number;
      renamed: { from: string; to: string; why: RenameCause }[];
      /** The blob of the tail that it is: the one that a review brought, where nobody has written another. */
      tail?: string;
    }
  | { type: "replan_impossible"; key: string; reason: string }
  | { type: "replan_unwritten"; key: string; reason: SimpleReason; issues: IssueFacts[] }
  /** What is left of a refinement after everything that does not fit was dropped; without a plan only skips are. */
  | { type: "refinement_written"; key: string; plan?: OfferedPlan; facts: RefinementFacts }
  /** Nothing is to be changed, or nothing of what was said can be. */
  | { type: "refinement_unneeded"; key: string; facts: RefinementFacts }
  /** With `issues` something was written that cannot be used. */
  | {
      type: "refinement_unwritten";
      key: string;
      reason: SimpleReason;
      issues: IssueFacts[];
      facts?: RefinementFacts;
    }
  | { type: "summary_written"; key: string; summary: Summary }
  | { type: "summary_unwritten"; key: string; reason: SimpleReason }
  /** `byRule`: no model wrote it, because a budget left no room for the call. */
  | { type: "answer_ready"; key: string; value: StoredValue; byRule?: boolean }
  /** The critic's word on the final answer. */
  | { type: "answer_critiqued"; key: string; critique: AnswerCritique }
  | { type: "answer_revised"; key: string; value: StoredValue }
  /** Neither another critique nor another revision of the final answer could be had. */
  | { type: "reflection_stopped"; key: string; stopped: Stop; reason: Reason }
  /** What a model says of how the plan was carried out, or why it says nothing. */
  | { type: "approach_critiqued"; key: string; critique: SelfCritique }
  | { type: "approach_not_critiqued"; key: string; reason: Reason }
  /** What looking back on the run came to; `byRule`: why no model said it. */
  | { type: "run_assessed"; key: string; assessment: Assessment; byRule?: Reason }
  /** The critic's word on an agent's answer, and what became of its answers. */
  | ({ type: "attempt_critiqued"; step: number } & AttemptRef &
      Omit<Payload<"answer_critiqued">, "taskId" | "attempt" | "step">)
  | ({ type: "attempt_reflected"; step: number } & AttemptRef &
      Omit<Payload<"answer_accepted">, "taskId" | "attempt" | "step">)
  | {
      type: "effect_failed";
      key: string;
      error: { code: string; message: string };
      retryAfterMs?: number;
      /** The model that could not be reached. */
      model?: string;
      /** Another model follows: an attempt that has turns of this one starts over. */
      isFollowed?: boolean;
    }
  /** Work given up between two steps (pause, shutdown); it is wanted again as soon as it may run. */
  | { type: "release"; keys: string[]; cause: ReleaseCause }
  /** The shell met a throw inside deciding or applying. */
  | { type: "report_fault"; fault: EngineFault };

/** What services tell a run by themselves. */
/** What a question about the plan took, which a worker asked beside the run. */
export type CountQuestionCommand = { type: "count_question" } & Payload<"question_counted">;

export type ServiceCommand = CreateCommand | ForkCommand | ToolsChangedCommand | CountQuestionCommand;

export type Command = ServiceCommand | PersonCommand | WorkerCommand;
export type PersonCommandType = PersonCommand["type"];

/** A command with its identity: the same id again gets the stored reply instead of a second effect. */
export type CommandEnvelope<C extends Command = Command> = { id: string; actor: ActorRef; command: C };

/** What the sender gets; stored with the command id. */
export type CommandReply =
  | { ok: true; seq: number; data?: Json }
  | { ok: false; error: { code: string; message: string; details?: Json } };
