import type { ActorRef } from "../run/events/envelope";
import type { QuestionFailure, QuestionStatus } from "./question";
import type { PlaceChange } from "./schema";
import type { AnchorKind, CommentLabel, CommentStatus, Outcome, StoredStatus } from "./words";

/** What services give to pages and to the API's clients of the comments on a plan. Moments in milliseconds. */

/** Where a comment was made, and what stood there. */
export type CommentPlace = {
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

/** A comment from an event of its run on, or (`seq` is null) from what a person did with it in between. */
export type CommentStage = {
  seq: number | null;
  at: number;
  status: StoredStatus;
  round: number | null;
  answer: CommentAnswer | null;
  resolvedBy: ActorRef | null;
};

/** A comment on the plan of a run, with its thread and what has become of it (docs/comments.md). */
export type CommentView = {
  commentId: string;
  runId: string;
  place: CommentPlace;
  /** Where it stands in the plan in force, or in the version that was asked for, and whether what it quotes reads otherwise there; null where it has no place. */
  at: { taskId: string | null; fromId: string | null; changed: boolean } | null;
  label: CommentLabel | null;
  text: string;
  status: CommentStatus;
  round: number | null;
  /** What its last round came to. */
  answer: CommentAnswer | null;
  by: ActorRef;
  own: boolean;
  createdAt: number;
  editedAt: number | null;
  resolvedBy: ActorRef | null;
  /** What has become of it since it was made, which nothing says of it was open: past moments are read from this. */
  history: CommentStage[];
  replies: { replyId: string; text: string; by: ActorRef; own: boolean; at: number }[];
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
  /** The plan in force when it was asked. */
  planVersion: number;
  status: QuestionStatus;
  /** Why no answer came. */
  failure: QuestionFailure | null;
  /** `costUsd` is null where it is unknown. */
  answer: { text: string; model: string; costUsd: number | null; latencyMs: number; at: number } | null;
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
