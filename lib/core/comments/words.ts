/** Comments on a plan (docs/comments.md): their fixed words, and what may become of one. */

export const COMMENT_STATUSES = [
  "open",
  "sent",
  "addressed",
  "answered",
  "declined",
  "stale",
  "resolved",
] as const;
export type CommentStatus = (typeof COMMENT_STATUSES)[number];

/** A comment is stale by what the plan in force says, whenever somebody looks: no row says so. */
export const STORED_STATUSES = ["open", "sent", "addressed", "answered", "declined", "resolved"] as const;
export type StoredStatus = (typeof STORED_STATUSES)[number];

/** Who moves a comment: a person, the round that it is sent with, what a model says of it, or a change of the plan. */
export const COMMENT_MOVERS = ["person", "round", "model", "plan"] as const;
type CommentMover = (typeof COMMENT_MOVERS)[number];

/** Every move there is. No model resolves anything. */
export const STATUS_MOVES: Record<
  CommentStatus,
  Readonly<Partial<Record<CommentMover, readonly CommentStatus[]>>>
> = {
  open: { person: ["resolved"], round: ["sent"], plan: ["stale"] },
  // Back to open: unanswered, claimed without a change, or the round came to nothing.
  sent: { person: ["resolved"], round: ["open"], model: ["addressed", "answered", "declined", "open"] },
  // Back to sent or open by a round: the version that answers them is not let pass, and is written again or not.
  addressed: { person: ["resolved", "open"], round: ["sent", "open"] },
  answered: { person: ["resolved", "open"], round: ["sent", "open"] },
  declined: { person: ["resolved", "open"], round: ["sent", "open"] },
  stale: { person: ["resolved"], plan: ["open"] },
  resolved: { person: ["open"] },
};

/** Whether this mover may take a comment from one status to the other. */
export const mayMove = (from: CommentStatus, to: CommentStatus, by: CommentMover): boolean =>
  STATUS_MOVES[from][by]?.includes(to) ?? false;

/** The statuses from which this mover reaches the other one. */
export const statusesBefore = (to: CommentStatus, by: CommentMover): StoredStatus[] =>
  STORED_STATUSES.filter((from) => mayMove(from, to, by));

/** Quick labels: what each is called, and what it asks of the one who writes the next version. */
export const COMMENT_LABELS = {
  clarify: { name: "clarify", asks: "say it more clearly, in the plan itself" },
  needs_check: { name: "needs check", asks: "have it checked or proved" },
  out_of_scope: { name: "out of scope", asks: "leave it out" },
  good: { name: "good", asks: "keep it as it is" },
} as const satisfies Record<string, { name: string; asks: string }>;
export type CommentLabel = keyof typeof COMMENT_LABELS;
export const COMMENT_LABEL_NAMES = Object.keys(COMMENT_LABELS) as [CommentLabel, ...CommentLabel[]];

/** What a model says that it did with a comment. */
export const DISPOSITIONS = ["addressed", "answered", "declined"] as const;
export type Disposition = (typeof DISPOSITIONS)[number];
/** What is kept of it: one that the model said nothing of is unanswered. */
export const OUTCOMES = [...DISPOSITIONS, "unanswered"] as const;
export type Outcome = (typeof OUTCOMES)[number];

const ANCHOR_KINDS = ["plan", "task", "field", "edge"] as const;
export type AnchorKind = (typeof ANCHOR_KINDS)[number];

export const MAX_COMMENT_CHARS = 2_000;
export const MAX_NOTE_CHARS = 500;
export const EXCERPT_CHARS = 160;
/** Comments of one run, and replies to one comment. */
export const MAX_COMMENTS = 500;
export const MAX_REPLIES = 50;
/** Of one round: comments, and the bytes that its event gives them. */
export const MAX_ROUND_COMMENTS = 20;
export const MAX_ROUND_BYTES = 24_000;
/** Of each comment's thread a round takes the last replies along. */
export const MAX_ROUND_REPLIES = 3;

/** Is a value what a planner says of comments, well written or not (docs/comments.md)? */
export const areDispositions = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every((one) => typeof one === "object" && one !== null && ("disposition" in one || "comment" in one));
