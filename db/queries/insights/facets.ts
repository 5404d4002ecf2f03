import { type SQL, sql } from "drizzle-orm";
import type { Facet } from "@/lib/core/insights/facets";
import { approvals, attempts, decisions, lessonUses, modelCalls, planForecasts, runs } from "../../schema";
import { replanCount } from "./scope";
import { agreementOf, waitBin } from "./words";

/** The condition on `runs` that a run is behind this part of a report, as `read-counts.ts` counts it. */
export function behindFacet({ kind, value }: Facet): SQL {
  const any = value === "any";
  switch (kind) {
    case "decision":
      return reviewed(any ? sql`true` : sql`d.decision = ${value}`);
    case "agreement":
      return reviewed(value === "people" ? sql`d.agrees is not null` : sql`${agreementOf} = ${value}`);
    case "replans":
      return any ? sql`${runs.replans} > 0` : sql`${replanCount} = ${value}`;
    case "wait":
      return sql`exists (select from ${approvals} a where a.run_id = ${runs.id} and a.decided_at is not null
        and a.opened_at >= ${runs.createdAt} and a.provenance = 'person'
        and ${any ? sql`true` : sql`${waitBin} = ${value}`})`;
    case "retry":
      return sql`exists (select from ${attempts} a join ${attempts} next on next.run_id = a.run_id
          and next.task_id = a.task_id and next.attempt = a.attempt + 1
        where a.run_id = ${runs.id} and a.outcome = 'failed' and a.diagnosis is not null
          and a.started_at >= ${runs.createdAt} and ${any ? sql`a.code is not null` : sql`a.code = ${value}`})`;
    case "caught":
      return sql`exists (select from ${attempts} a where a.run_id = ${runs.id} and a.started_at >= ${runs.createdAt}
        and a.checks @> ${JSON.stringify([{ outcome: "failed", ...(!any && { layer: value }) }])}::jsonb)`;
    case "lesson":
      return sql`exists (select from ${lessonUses} u
        where u.workspace_id = ${runs.workspaceId} and u.run_id = ${runs.id} and u.lesson_id = ${value})`;
    case "forecast":
      return sql`exists (select from ${planForecasts} f where f.run_id = ${runs.id} and f.version = 1)`;
    case "prompt":
      return sql`exists (select from ${modelCalls} c where c.run_id = ${runs.id} and c.role = 'reviewer'
        and c.prompt_version = ${value})`;
  }
}

const reviewed = (condition: SQL): SQL => sql`exists (select from ${decisions} d
  where d.run_id = ${runs.id} and d.kind = 'review' and d.decision is not null
    and d.decided_at >= ${runs.createdAt} and ${condition})`;
