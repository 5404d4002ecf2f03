import { type SQL, sql } from "drizzle-orm";
import { WAIT_BINS } from "@/lib/core/insights/facets";

/** What became of a review's proposal (`d` is its row): a person decided, silence, a rule at once, or something else. */
export const agreementOf = sql`
  case when d.agrees then 'agreed' when d.agrees is false then 'overruled'
    when d.provenance in ('timeout', 'escalation') or (d.proposed = d.decision and d.held_until is not null)
      then 'by_time'
    when d.proposed = d.decision then 'at_once' else 'other' end`;

/** How long a gate was open before a person answered it (`a` is its row), in milliseconds. */
export const waitMs = sql`(date_part('epoch', a.decided_at - a.opened_at) * 1000)`;

/** The same as a bin of the report. */
export const waitBin: SQL = sql`case ${sql.join(
  WAIT_BINS.map(({ bin, belowMs }) =>
    belowMs === null
      ? sql`else ${sql.raw(`'${bin}'`)}`
      : sql`when ${waitMs} < ${sql.raw(`${belowMs}`)} then ${sql.raw(`'${bin}'`)}`,
  ),
  sql` `,
)} end`;
