import type { ActorRef } from "../run/events/envelope";
import type { PastQuestion, QuestionFailure, QuestionStatus } from "./question";
import type { PlaceChange } from "./schema";
import type { AnchorKind, CommentLabel, CommentStatus, Outcome, StoredStatus } from "./words";

/** What services give to pages and to the API's clients of the comments on a plan. Moments in milliseconds. */

/** Where a comment was made, and what stood there. */
type CommentPlace = {
  kind: AnchorKind;
  version: number;
  /** In the words of that version. */
  words: string;
  /** What the task was called there; null for the whole plan. */
  taskId: string | null;
  field: string | null;
  excerpt: string;
};

/** What a comment came to in a round: in the model's words, and held against the version. */
export type CommentAnswer = {
  outcome: Outcome;
  note: string | null;
  change: PlaceChange;
  /** "Addressed" was said, and nothing of it shows. */
  emptyClaim: boolean;
  version: number;
};

/** What may change of a comment. */
export type ChangingView = {
  label: CommentLabel | null;
  text: string;
  editedAt: number | null;
  status: StoredStatus;
  /** The last round that it was sent with, of which version, and when. */
  round: number | null;
  sentVersion: number | null;
  sentAt: number | null;
  /** What its last round came to. */
  answer: CommentAnswer | null;
  resolvedBy: ActorRef | null;
};

/** A comment on the plan of a run, with its thread and what has become of it (docs/comments.md). */
export type CommentView = Omit<ChangingView, "status"> & {
  commentId: string;
  runId: string;
  place: CommentPlace;
  /** Where it stands in the plan in force, or in the version that was asked for, and whether what it quotes reads otherwise there; null where it has no place. */
  at: { taskId: string | null; fromId: string | null; changed: boolean } | null;
  status: CommentStatus;
  by: ActorRef;
  own: boolean;
  createdAt: number;
  /** The first event of the run after which it is there. */
  since: number;
  /** What it was until an event of its run, in order, where that was asked for. */
  past?: (ChangingView & { until: number })[];
  replies: { replyId: string; text: string; by: ActorRef; own: boolean; at: number; since: number }[];
  /** Its text was asked of a model, as the first of its questions: no round takes it along. */
  isQuestion: boolean;
  questions: QuestionView[];
};

/** What a person asked in a thread, and what a model answered. */
export type QuestionView = {
  questionId: string;
  text: string;
  by: ActorRef;
  own: boolean;
  at: number;
  since: number;
  /** The plan in force when it was asked. */
  planVersion: number;
  status: QuestionStatus;
  /** Why no answer came. */
  failure: QuestionFailure | null;
  /** `costUsd` is null where it is unknown. */
  answer: { text: string; model: string; costUsd: number | null; latencyMs: number; at: number } | null;
  /** The first event of the run after which it has an answer, or none will come; null while it is asked. */
  endedSince: number | null;
  /** Each time that it had no answer and was asked again, in order, where that was asked for. */
  past?: PastQuestion[];
};

/** Comments that went out together, and the version that answers them. */
export type RoundView = {
  number: number;
  comments: number;
  sentVersion: number;
  sentAt: number;
  answeredVersion: number | null;
};

export type CommentsView = {
  items: CommentView[];
  planVersion: number;
  /** The last round; null before the first. */
  round: RoundView | null;
  /** How open comments can go out now, and how many wishes the run has had; null where they cannot. */
  sending: { by: "request_changes" | "replan" } | null;
  wishes: { used: number; limit: number };
};
