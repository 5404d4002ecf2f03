import { z } from "zod";
import { round } from "../../comments/schema";
import { recordOf } from "../../json-schemas";
import { TIMEOUT_ANSWERS } from "../../plan/words";
import { storedValue } from "../../stored-value";
import { MAX_GATE_ITEMS } from "../gates/items";
import { APPROVAL_KINDS, GATE_VERBS } from "../gates/table";
import { pauseFacts } from "./call-asks";
import { provenance } from "./envelope";
import { question } from "./questions";
import { reason } from "./reason";
import { releaseFacts } from "./release";

const approvalKind = z.enum(APPROVAL_KINDS);
const gateVerb = z.enum(GATE_VERBS);

export const APPROVAL_STATUSES = ["open", "decided", "expired", "superseded", "cancelled"] as const;
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];

/** Where people answer from. */
const CHANNELS = ["console", "api", "terminal"] as const;
export type Channel = (typeof CHANNELS)[number];

const itemVerdict = z.discriminatedUnion("verdict", [
  z.object({ verdict: z.literal("accept"), excerpt: z.string() }),
  z.object({ verdict: z.literal("reject"), excerpt: z.string(), reason: z.string() }),
]);

/**
 * A result that the plan's author put into the question: where the prompt has `[result of “…”]` in its place, whose it is,
 * and as much of it as an event takes. `left`: characters that are not in it; `whole`: the digest of the value that has all
 * of them, absent in earlier logs.
 */
const gateQuote = z.object({
  at: z.int().min(0),
  chars: z.int().min(0),
  taskId: z.string(),
  title: z.string(),
  text: z.string(),
  left: z.int().min(1).optional(),
  whole: z.string().optional(),
});
export type GateQuote = z.infer<typeof gateQuote>;

const askedBefore = z.object({ version: z.int(), text: z.string() });
export type AskedBefore = z.infer<typeof askedBefore>;

const refusedBefore = z.object({
  title: z.string(),
  by: z.string().optional(),
  words: z.string().optional(),
});
export type RefusedBefore = z.infer<typeof refusedBefore>;

/** A question to a person, bound to what was shown (docs/engine.md, "Gates"). */
const approvalOpened = z.object({
  approvalId: z.string(),
  kind: approvalKind,
  taskId: z.string().optional(),
  /** The title of its task then: a later version may write another. */
  taskTitle: z.string().optional(),
  planVersion: z.int(),
  /** Hash of what the person is shown; a decision on anything else is refused. */
  digest: z.string(),
  /** Words of the one who wrote the plan, or of a tool; of gates of earlier runs whatever was asked. */
  prompt: z.string().optional(),
  /** What the prompt quotes; of gates of earlier runs results stand in it like words of the plan. */
  quotes: z.array(gateQuote).optional(),
  /** Words of the gate of which it takes the place, where they were others. */
  askedBefore: askedBefore.optional(),
  /** What people said who refused, at another gate, what this one lets act. */
  refusedBefore: refusedBefore.optional(),
  question: question.optional(),
  /** The value that `approve` passes on, and what the gate shows beside the prompt. */
  shown: storedValue.optional(),
  verbs: z.array(gateVerb).min(1),
  assignees: z.array(z.string()),
  deadlineAt: z.number().optional(),
  /** The time there is to answer; given again when the gate is handed on. */
  timeoutMs: z.number().optional(),
  onTimeout: z.enum(TIMEOUT_ANSWERS).optional(),
  escalateTo: z.array(z.string()).optional(),
  /** How many different people have to approve; one unless given. */
  quorum: z.int().min(2).optional(),
  /** The one who wrote the mission or the plan may not let it pass. */
  fourEyes: z.boolean().optional(),
  /** Rejecting takes a reason. */
  requiresReason: z.boolean().optional(),
  /** A person has asked for it, to decide otherwise than the model or without it. */
  byHand: z.boolean().optional(),
  /** The question that a plan version or a changed tool took away, and that is asked again by this one. */
  supersedes: z.string().optional(),
  /** The tool call, limit or fault it is about. */
  subject: recordOf(z.union([z.string(), z.number()])).optional(),
  /** What the tool itself asks. */
  pause: pauseFacts.optional(),
  /** What letting it pass sets free. */
  release: releaseFacts.optional(),
  /** The obligations that letting the call run meets, by their ids. */
  obligations: z.array(z.string()).optional(),
});

export const peopleEvents = {
  approval_opened: approvalOpened,
  approval_decided: z.object({
    approvalId: z.string(),
    verb: gateVerb,
    comment: z.string().optional(),
    /** Why it was decided where nobody commented. */
    because: reason.optional(),
    value: storedValue.optional(),
    /** On the items of the list that it shows, in their order. */
    items: z.array(itemVerdict).min(2).max(MAX_GATE_ITEMS).optional(),
    /** Where the person answered from. */
    channel: z.enum(CHANNELS).optional(),
    provenance,
    /** Comments that come with the request for changes (docs/comments.md). */
    round: round.optional(),
    /** Who asked something here and may not answer any more, by their ids: their questions reach nobody who works. */
    unheard: z.array(z.string()).optional(),
  }),
  /**
   * One person's answer where it takes several who give the same one; a later one of theirs takes its place. The gate is decided
   * by the last that is missing, which both events record.
   */
  approval_voted: z.object({
    approvalId: z.string(),
    by: z.object({ id: z.string(), name: z.string() }),
    /** Absent in earlier logs, as is `digest`: what the gate showed was let pass as it was. */
    verb: gateVerb.optional(),
    /** What it brings in place of what is shown; only votes with the same count together. */
    value: storedValue.optional(),
    /** The gate's, of what was shown and what it sets free. */
    digest: z.string().optional(),
    comment: z.string().optional(),
    /** On the items of the list that it shows: why the value is without some of them. */
    items: z.array(itemVerdict).min(2).max(MAX_GATE_ITEMS).optional(),
    /** Who had voted and may not answer any more: their votes count for nothing from here on. */
    dropped: z.array(z.object({ id: z.string(), name: z.string() })).optional(),
  }),
  /** Somebody asks before they decide, or replies: it decides nothing. */
  approval_asked: z.object({
    approvalId: z.string(),
    words: z.string(),
    channel: z.enum(CHANNELS).optional(),
    /** The gate's from here on, where work that it lets act hears the words: who answers has to have read them. */
    digest: z.string().optional(),
  }),
  approval_expired: z.object({ approvalId: z.string(), verb: gateVerb, provenance: provenance.optional() }),
  /** Handed on to whom it names as well, or to everyone, until a new deadline: when one has passed, or by a person. */
  approval_escalated: z.object({
    approvalId: z.string(),
    /** How often deadlines have handed it on; absent where a person does. */
    number: z.int().min(1).optional(),
    to: z.array(z.string()),
    /** Absent where there is none. */
    deadlineAt: z.number().optional(),
    /** Why a person hands it on. */
    reason: z.string().optional(),
    /** The person was not asked before: they do not come to answer it by handing it on. */
    byOutsider: z.boolean().optional(),
  }),
  /** Its deadline has passed, and it stays open without one. */
  approval_held_open: z.object({ approvalId: z.string() }),
  approval_retained: z.object({ approvalId: z.string(), planVersion: z.int() }),
  /** Without `by` the question is prepared again, and opens as another gate. */
  approval_superseded: z.object({
    approvalId: z.string(),
    by: z.string().optional(),
    reason: reason.optional(),
  }),
  approval_cleared: z.object({ approvalId: z.string(), reason }),
  approval_cancelled: z.object({ approvalId: z.string(), reason }),
} as const;
