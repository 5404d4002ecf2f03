import type { Sql } from "postgres";

/** The comments that a round takes along; the run's own alone, so that a fork's copied events touch none. */
export const sendComments = (sql: Sql, run: string, rows: string) => sql`
  update comments set status = 'sent', round = row.round, sent_version = row.version,
    sent_at = to_timestamp(row.at / 1000), outcome = null, note = null, change = null, answered_version = null
  from jsonb_to_recordset(${rows}::text::jsonb) as row (id text, round int, version int, at float8)
  where comments.run_id = ${run} and comments.id = row.id and comments.status = 'open'`;

/**
 * What became of the comments that a version was written for; once, though a version that was offered says it again
 * when it is adopted. What a person has resolved in the meantime stays so.
 */
export const answerComments = (sql: Sql, run: string, rows: string) => sql`
  update comments set outcome = row.outcome, note = row.note, change = row.change, answered_version = row.version,
    status = case when comments.status = 'resolved' then comments.status else row.status end
  from jsonb_to_recordset(${rows}::text::jsonb) as row (id text, outcome text, note text, change jsonb, version int,
    status text)
  where comments.run_id = ${run} and comments.id = row.id
    and comments.answered_version is distinct from row.version`;

/** No version comes for the comments that were sent: they are open again. */
export const returnComments = (sql: Sql, run: string) => sql`
  update comments set status = 'open' where run_id = ${run} and status = 'sent'`;

/** People did not let this version pass: what it answered is open again, and without an answer. */
export const withdrawAnswers = (sql: Sql, run: string, version: number) => sql`
  update comments set outcome = null, note = null, change = null, answered_version = null,
    status = case when status = 'resolved' then status else 'open' end
  where run_id = ${run} and answered_version = ${version}`;
