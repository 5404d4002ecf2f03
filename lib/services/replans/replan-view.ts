import type { readReplanHistory } from "@/db/queries/runs/read-history";
import { RENAME_CLAUSES } from "@/lib/core/describe/reason";
import { spendingOf } from "@/lib/core/run/ledger/spending";
import type { ReplanView } from "@/lib/core/views";

type Row = Awaited<ReturnType<typeof readReplanHistory>>[number];

/** A row of the history of replans as clients read it (docs/engine.md, "Replan history"). */
export function replanViewOf(row: Row): ReplanView {
  const { kind, number, trigger, reason, taskId, lineage, diagnosis, decidedBy, failure } = row;
  const { fromVersion, toVersion, added, removed, changed, kept, renamed, status: outcome } = row;
  const origin = { kind, number, trigger, reason, taskId, lineage, diagnosis, decidedBy };
  return {
    ...origin,
    fromVersion,
    toVersion,
    summary: toVersion === null ? null : `+${added ?? 0} -${removed ?? 0} ~${changed ?? 0}`,
    added,
    removed,
    changed,
    kept,
    renamed: (renamed ?? []).map((one) => ({ ...one, why: RENAME_CLAUSES[one.why] ?? one.why })),
    discardedCost: row.discardedCost && spendingOf(row.discardedCost),
    cost: row.spent && spendingOf(row.spent),
    outcome,
    failure,
    startedAt: row.startedAt.getTime(),
    endedAt: row.endedAt?.getTime() ?? null,
  };
}
