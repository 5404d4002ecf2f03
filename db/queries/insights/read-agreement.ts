import { type SQL, sql } from "drizzle-orm";
import type { AgreementCounts } from "@/lib/core/describe/gates/agreement";
import type { ApprovalKind } from "@/lib/core/run/gates/table";
import { DEMO_TAG } from "@/lib/core/scenarios";
import type { OrmOrTx } from "../../client";
import { approvals, decisions, runs } from "../../schema";

type Which = { workspaceId: string; kind: ApprovalKind; sinceMs: number; demo: boolean };

/**
 * How many questions of a kind people decided since then, and how many of them as a model proposed (docs/insights.md). Runs
 * of simulated models count among themselves, and what a fork copied counts in the parent.
 */
export async function readAgreement(db: OrmOrTx, which: Which): Promise<AgreementCounts> {
  const [row] = await db.execute<AgreementCounts>(
    which.kind === "review_decision" ? ofReviews(which) : ofGates(which),
  );
  return { decided: row?.decided ?? 0, agreed: row?.agreed ?? 0 };
}

const counts = (agrees: SQL): SQL =>
  sql`count(*)::int as decided, (count(*) filter (where ${agrees}))::int as agreed`;

const isDemo = ({ demo }: Which): SQL =>
  sql`${demo ? sql`` : sql`not `}r.tags @> ${sql.param([DEMO_TAG])}::text[]`;

const since = ({ sinceMs }: Which): SQL => sql`to_timestamp(${sinceMs}::float8 / 1000)`;

const ofReviews = (which: Which): SQL => sql`
  select ${counts(sql`d.agrees`)} from ${decisions} d join ${runs} r on r.id = d.run_id
  where d.workspace_id = ${which.workspaceId} and d.decided_at >= ${since(which)} and d.kind = 'review'
    and d.agrees is not null and d.decided_at >= r.created_at and ${isDemo(which)}`;

/** An answer in a person's own words takes no side. */
const ofGates = (which: Which): SQL => sql`
  select ${counts(sql`a.verb = 'approve'`)} from ${approvals} a join ${runs} r on r.id = a.run_id
  where a.workspace_id = ${which.workspaceId} and a.status <> 'open' and a.opened_at >= ${since(which)}
    and a.kind = ${which.kind} and a.provenance = 'person' and a.verb <> 'respond' and a.opened_at >= r.created_at
    and ${isDemo(which)}`;
