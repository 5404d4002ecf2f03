import { z } from "zod";
import type { ActorRef } from "../run/events/envelope";
import {
  COMMENT_LABEL_NAMES,
  type CommentLabel,
  MAX_COMMENT_CHARS,
  MAX_ROUND_COMMENTS,
  OUTCOMES,
  type Outcome,
  type StoredStatus,
} from "./words";

const id = z.string().max(200);
const text = z.string().max(MAX_COMMENT_CHARS);

/** A task as a comment was made on it: by its thread through versions, its id there, and its title. */
const anchorTask = z.object({ lineage: id, id, title: z.string() });
export type AnchorTask = z.infer<typeof anchorTask>;

/** Where a comment was made: in which version, and what stood there, by its digest and its beginning. */
const quoted = { version: z.int().min(1), digest: z.string(), excerpt: z.string() };

const anchor = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("plan"), ...quoted }),
  z.object({ kind: z.literal("task"), task: anchorTask, ...quoted }),
  z.object({ kind: z.literal("field"), task: anchorTask, field: id, ...quoted }),
  /** `task` waits for `from`. */
  z.object({ kind: z.literal("edge"), task: anchorTask, from: anchorTask, ...quoted }),
]);
export type Anchor = z.infer<typeof anchor>;

/**
 * A comment as a round hands it on, anchored in the version that it is sent about: one in force, or the proposal of which
 * `proposal` is the digest.
 */
const roundComment = z.object({
  id,
  anchor,
  proposal: id.optional(),
  label: z.enum(COMMENT_LABEL_NAMES).optional(),
  text,
  replies: z.array(text).optional(),
  /** Who wrote it, and who replied; absent in earlier logs. */
  by: z.array(z.object({ id, name: text })).optional(),
});
export type RoundComment = z.infer<typeof roundComment>;

/** Comments that people send as one wish for another version. */
export const round = z.object({
  number: z.int().min(1),
  comments: z.array(roundComment).min(1).max(MAX_ROUND_COMMENTS),
});
export type Round = z.infer<typeof round>;

/** What a version changed where a comment is anchored. */
const placeChange = z.object({
  /** Fields of the task that differ, `dependsOn` for what it waits for; of a comment on the plan, fields of the plan. */
  fields: z.array(z.string()),
  /** New tasks right before or after it, none for a field; of a comment on the plan, all new ones. */
  added: z.int().min(0),
  /** The task, or one end of the edge, is gone. */
  removed: z.boolean(),
  /** Of a comment on the plan: how many tasks are gone, and how many differ. */
  tasks: z.object({ removed: z.int().min(0), changed: z.int().min(0) }).optional(),
});
export type PlaceChange = z.infer<typeof placeChange>;

/** What may change of a comment: its words, what has become of it, and what its last round came to. Times in milliseconds. */
export type CommentFacts = {
  text: string;
  label: CommentLabel | null;
  editedAt: number | null;
  status: StoredStatus;
  round: number | null;
  sentVersion: number | null;
  sentAt: number | null;
  outcome: Outcome | null;
  note: string | null;
  change: PlaceChange | null;
  answeredVersion: number | null;
  resolvedBy: ActorRef | null;
};

/** What was so until this event of the run, and from it on is not. */
export type PastComment = CommentFacts & { until: number };

/** What a model said of one comment, and what the version shows of it. */
export const checkedDisposition = z.object({
  comment: id,
  outcome: z.enum(OUTCOMES),
  note: z.string().optional(),
  change: placeChange,
});
export type CheckedDisposition = z.infer<typeof checkedDisposition>;
