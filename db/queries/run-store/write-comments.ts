import type { Sql } from "postgres";
import type { CheckedDisposition } from "@/lib/core/comments/schema";
import type { CommentLabel, StoredStatus } from "@/lib/core/comments/words";
import { toJsonText } from "../../json-text";
import { pastUntil } from "../comments";

// Each statement is what one event of the run does to its own comments; a fork's copied events touch none.

const past = (sql: Sql) => sql`past = ${sql.unsafe(pastUntil("event.seq"))}`;

/** Whether a comment says what it said when it last went out: it may have been opened again and edited since. */
const readsAsSent = (sql: Sql) => sql`(comments.status = 'sent' or (
  select (was ->> 'text', was ->> 'label') is not distinct from (comments.text, comments.label)
  from jsonb_array_elements(comments.past) was where was ->> 'status' = 'sent'
  order by (was ->> 'until')::int desc limit 1))`;
const event = (sql: Sql, seq: number) => sql`(select ${seq}::int as seq) event`;

/** A round as its event has it: of which version, when in milliseconds, and what its comments said. */
export type SentRound = {
  round: number;
  version: number;
  at: number;
  comments: { id: string; text: string; label: CommentLabel | null }[];
};

/** What a version came to for the comments that it was written for. */
export type CommentAnswers = {
  version: number;
  answers: (Pick<CheckedDisposition, "outcome" | "change"> & {
    id: string;
    note: string | null;
    status: StoredStatus;
  })[];
};

/** The comments that a round takes along: those that are open and read as it has them. One that was edited on the way stays. */
export const sendComments = (
  sql: Sql,
  run: string,
  seq: number,
  { round, version, at, comments }: SentRound,
) => sql`
  update comments set ${past(sql)}, status = 'sent', round = ${round}, sent_version = ${version},
    sent_at = to_timestamp(${at}::float8 / 1000), outcome = null, note = null, change = null, answered_version = null
  from jsonb_to_recordset(${toJsonText(comments)}::text::jsonb) as row (id text, text text, label text), ${event(sql, seq)}
  where comments.run_id = ${run} and comments.id = row.id and comments.status = 'open'
    and comments.text = row.text and comments.label is not distinct from row.label`;

/**
 * What became of the comments that a version was written for; once, though a version that was offered says it again
 * when it is adopted. What a person has resolved in the meantime stays so, and what no round took along as it reads now is
 * not answered.
 */
export const answerComments = (
  sql: Sql,
  run: string,
  seq: number,
  { version, answers }: CommentAnswers,
) => sql`
  update comments set ${past(sql)}, outcome = row.outcome, note = row.note, change = row.change,
    answered_version = ${version}::int,
    status = case when comments.status = 'resolved' then comments.status else row.status end
  from jsonb_to_recordset(${toJsonText(answers)}::text::jsonb) as row (id text, outcome text, note text, change jsonb,
    status text), ${event(sql, seq)}
  where comments.run_id = ${run} and comments.id = row.id and ${readsAsSent(sql)}
    and comments.answered_version is distinct from ${version}::int`;

/** No version comes for the comments that were sent: they are open again. */
export const returnComments = (sql: Sql, run: string, seq: number) => sql`
  update comments set ${past(sql)}, status = 'open' from ${event(sql, seq)} where run_id = ${run} and status = 'sent'`;

/**
 * People did not let this version pass: what it answered has no answer. Where it is written again, that is sent, but for what was
 * edited since; else it is open again.
 */
export const withdrawAnswers = (
  sql: Sql,
  run: string,
  seq: number,
  { version, again }: { version: number; again: boolean },
) => sql`
  update comments set ${past(sql)}, outcome = null, note = null, change = null, answered_version = null,
    status = case when status = 'resolved' then status when ${again}::boolean and ${readsAsSent(sql)} then 'sent' else 'open' end
  from ${event(sql, seq)} where run_id = ${run} and answered_version = ${version}`;
