import { z } from "zod";
import { round } from "../../comments/schema";
import { decision } from "../../plan/schema";
import { CONSENSUS } from "../../plan/words";
import { storedValue } from "../../stored-value";
import { REPLAN_TRIGGERS } from "../replans/triggers";
import { actorRef, provenance } from "./envelope";
import { renaming } from "./mission";
import { issueFacts, moreIssues, moreRenamed, reason, simpleReason } from "./reason";
import { tailRelease } from "./release";

const reviewAnswer = z.object({
  question: z.string(),
  answer: z.enum(["yes", "warning", "no", "unclear"]),
  evidence: z.string(),
});
export type ReviewAnswer = z.infer<typeof reviewAnswer>;

/** A model's proposal. `tail` refers to the plan it wrote for REPLAN, `finalResult` to its answer for COMPLETE. */
const proposal = z.object({
  decision,
  reasoning: z.string(),
  answers: z.array(reviewAnswer),
  /** Answers that are not kept. */
  moreAnswers: z.int().min(1).optional(),
  /** How what happened differs from what was expected of the reviewed tasks. */
  deviation: z.string().optional(),
  abortReason: z.string().optional(),
  tail: z.string().optional(),
  /** Absent without a tail, and in earlier logs. */
  tailRelease: tailRelease.optional(),
  finalResult: storedValue.optional(),
  /** Absent where the decision was given with the run. */
  reviewer: z.string().optional(),
});
export type Proposal = z.infer<typeof proposal>;

/** How several reviewers came to what is proposed; a vote without a decision could not be read. */
export const consensus = z.object({
  rule: z.enum(CONSENSUS),
  reached: z.boolean(),
  votes: z.array(z.object({ reviewer: z.string(), decision: decision.optional() })),
});
export type ConsensusFacts = z.infer<typeof consensus>;

/** Who wants the plan changed: a person, a model that judges, or a rule of the plan or the run by its name. */
export const decider = z.object({
  kind: z.enum(["person", "model", "policy"]),
  name: z.string(),
  provenance,
});
export type Decider = z.infer<typeof decider>;

/** Why the tail is being replaced. */
const replanCause = z.object({
  trigger: z.enum(REPLAN_TRIGGERS),
  reason,
  taskId: z.string().optional(),
  lineage: z.string().optional(),
  diagnosis: reason.optional(),
  output: storedValue.optional(),
  /** Blob of a tail that a review already wrote; the replanner is then not asked. */
  tail: z.string().optional(),
  /** Digest of what that tail was to set free when it was decided on; absent in earlier logs. */
  released: z.string().optional(),
  /** The person who wrote that tail. */
  tailBy: actorRef.optional(),
  decided: decider.optional(),
  /** Comments of people that the new plan is to answer (docs/comments.md). */
  round: round.optional(),
});
export type ReplanCause = z.infer<typeof replanCause>;

export const reviewEvents = {
  review_started: z.object({ taskId: z.string(), attempt: z.int() }),
  /** What one of several reviewers said: a proposal, or why none could be read. */
  review_voted: z.object({
    taskId: z.string(),
    attempt: z.int(),
    reviewer: z.string(),
    proposal: proposal.optional(),
    problem: simpleReason.optional(),
  }),
  review_proposed: z.object({
    taskId: z.string(),
    attempt: z.int(),
    proposal: proposal.optional(),
    /** Why no proposal could be read, when there is none. */
    problem: simpleReason.optional(),
    heldUntil: z.number().optional(),
    /** With several reviewers; not reached, the proposal is the strictest of theirs. */
    consensus: consensus.optional(),
  }),
  /** A person is deciding: the countdown stands still until then, with this much of it left. */
  hold_claimed: z.object({
    taskId: z.string(),
    by: z.object({ id: z.string(), name: z.string() }),
    until: z.number(),
    remainingMs: z.number(),
  }),
  /** The countdown continues: they stopped deciding, gave no sign of life, or its time to stand still is used up. */
  hold_released: z.object({
    taskId: z.string(),
    cause: z.enum(["closed", "idle", "spent"]),
    heldUntil: z.number(),
  }),
  review_decided: z.object({
    taskId: z.string(),
    decision,
    reasoning: simpleReason,
    provenance,
    approvalId: z.string().optional(),
    tail: z.string().optional(),
    /** Digest of what that tail sets free. */
    released: z.string().optional(),
    finalResult: storedValue.optional(),
  }),
  /** A person decided otherwise than the model proposed; both are kept. */
  review_overridden: z.object({
    taskId: z.string(),
    proposed: decision,
    decision,
    reasoning: simpleReason,
    approvalId: z.string().optional(),
  }),
  replan_requested: z.object({ cause: replanCause }),
  replan_started: z.object({
    number: z.int().min(1),
    cause: replanCause,
    graceUntil: z.number(),
    notBefore: z.number(),
  }),
  replan_adopted: z.object({
    number: z.int().min(1),
    fromVersion: z.int(),
    toVersion: z.int(),
    added: z.int(),
    /** Tasks that stand under other ids than before; earlier logs count them as added and removed. */
    rewritten: z.int().optional(),
    removed: z.int(),
    kept: z.int(),
    renamed: z.array(renaming),
    moreRenamed,
  }),
  replan_refused: z.object({ number: z.int(), reason }),
  replan_failed: z.object({ number: z.int(), reason, issues: z.array(issueFacts), moreIssues }),
} as const;
