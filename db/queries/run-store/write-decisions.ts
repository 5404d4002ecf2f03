import type { Sql } from "postgres";

export const upsertApprovals = (sql: Sql, run: string, workspace: string, rows: string) => sql`
  insert into approvals (id, run_id, workspace_id, kind, task_id, plan_version, digest, prompt, shown, verbs,
    assignees, deadline_at, on_timeout, subject, status, opened_at, opened_seq, decided_at, decided_by, verb,
    comment, provenance, terms)
  select id, ${run}, ${workspace}, kind, "taskId", "planVersion", digest, prompt, shown, verbs, assignees,
    to_timestamp("deadlineAt" / 1000), "onTimeout", subject, status, to_timestamp("openedAt" / 1000),
    "openedSeq", to_timestamp("decidedAt" / 1000), "decidedBy", verb, comment, provenance, terms
  from jsonb_to_recordset(${rows}::text::jsonb) as row (id text, kind text, "taskId" text, "planVersion" int,
    digest text, prompt text, shown jsonb, verbs text[], assignees text[], "deadlineAt" float8,
    "onTimeout" text, subject jsonb, status text, "openedAt" float8, "openedSeq" int, "decidedAt" float8,
    "decidedBy" jsonb, verb text, comment text, provenance text, terms jsonb)
  on conflict (id) do update set plan_version = excluded.plan_version, digest = excluded.digest,
    prompt = excluded.prompt, shown = excluded.shown, verbs = excluded.verbs, assignees = excluded.assignees,
    deadline_at = excluded.deadline_at, on_timeout = excluded.on_timeout, subject = excluded.subject,
    status = excluded.status, decided_at = excluded.decided_at, decided_by = excluded.decided_by,
    verb = excluded.verb, comment = excluded.comment, provenance = excluded.provenance, terms = excluded.terms`;

/** Adds to what a decision's row holds already: a proposal first, then what was decided about it. */
export const upsertDecisions = (sql: Sql, run: string, workspace: string, rows: string) => sql`
  insert into decisions as old (run_id, subject, workspace_id, kind, task_id, approval_id, plan_version,
    proposal, proposed, problem, proposed_at, held_until, decision, reasoning, value, provenance, decided_by,
    decided_at, decided_seq, agrees)
  select ${run}, subject, ${workspace}, kind, "taskId", "approvalId", "planVersion", proposal, proposed,
    problem, to_timestamp("proposedAt" / 1000), to_timestamp("heldUntil" / 1000), decision, reasoning, value,
    provenance, "decidedBy", to_timestamp("decidedAt" / 1000), "decidedSeq", case when provenance = 'person' then proposed = decision end
  from jsonb_to_recordset(${rows}::text::jsonb) as row (subject text, kind text, "taskId" text,
    "approvalId" text, "planVersion" int, proposal jsonb, proposed text, problem text, "proposedAt" float8,
    "heldUntil" float8, decision text, reasoning text, value jsonb, provenance text, "decidedBy" jsonb,
    "decidedAt" float8, "decidedSeq" int)
  on conflict (run_id, subject) do update set approval_id = coalesce(excluded.approval_id, old.approval_id),
    proposal = coalesce(excluded.proposal, old.proposal), proposed = coalesce(excluded.proposed, old.proposed),
    problem = coalesce(excluded.problem, old.problem),
    proposed_at = coalesce(excluded.proposed_at, old.proposed_at),
    held_until = case when excluded.proposed is null and excluded.decision is null then excluded.held_until
      else coalesce(excluded.held_until, old.held_until) end,
    decision = coalesce(excluded.decision, old.decision),
    reasoning = coalesce(excluded.reasoning, old.reasoning), value = coalesce(excluded.value, old.value),
    provenance = coalesce(excluded.provenance, old.provenance),
    decided_by = coalesce(excluded.decided_by, old.decided_by),
    decided_at = coalesce(excluded.decided_at, old.decided_at),
    decided_seq = coalesce(excluded.decided_seq, old.decided_seq),
    agrees = case when coalesce(excluded.provenance, old.provenance) = 'person'
      then coalesce(excluded.proposed, old.proposed) = coalesce(excluded.decision, old.decision) end`;

/** Replans and iterations as the run's history tells them. */
export const upsertReplans = (sql: Sql, run: string, workspace: string, rows: string) => sql`
  insert into replan_history (run_id, workspace_id, kind, number, trigger, reason, task_id, lineage, diagnosis,
    output, decided_by, started_at, started_seq, from_version, to_version, added, removed, changed, kept, renamed,
    discarded_cost, spent, status, failure, issues, ended_at, ended_seq)
  select ${run}, ${workspace}, kind, number, trigger, reason, "taskId", lineage, diagnosis, output, "decidedBy",
    to_timestamp("startedAt" / 1000), "startedSeq", "fromVersion", "toVersion", added, removed, changed, kept,
    renamed, "discardedCost", spent, status, failure, issues, to_timestamp("endedAt" / 1000), "endedSeq"
  from jsonb_to_recordset(${rows}::text::jsonb) as row (kind text, number int, trigger text, reason text,
    "taskId" text, lineage text, diagnosis text, output jsonb, "decidedBy" jsonb, "startedAt" float8,
    "startedSeq" int, "fromVersion" int, "toVersion" int, added int, removed int, changed int, kept int,
    renamed jsonb, "discardedCost" jsonb, spent jsonb, status text, failure text, issues jsonb, "endedAt" float8,
    "endedSeq" int)
  on conflict (run_id, kind, number) do update set to_version = excluded.to_version, added = excluded.added,
    removed = excluded.removed, changed = excluded.changed, kept = excluded.kept, renamed = excluded.renamed,
    discarded_cost = excluded.discarded_cost, spent = excluded.spent, status = excluded.status, failure = excluded.failure,
    issues = excluded.issues, ended_at = excluded.ended_at, ended_seq = excluded.ended_seq`;

export const insertAudit = (sql: Sql, run: string, workspace: string, rows: string) => sql`
  insert into audit_log (workspace_id, run_id, seq, at, actor, action, subject, provenance, command_id, accepted,
    details)
  select ${workspace}, ${run}, seq, to_timestamp(at / 1000), actor, action, subject, provenance, "commandId",
    accepted, details
  from jsonb_to_recordset(${rows}::text::jsonb) as row (seq int, at float8, actor jsonb, action text,
    subject text, provenance text, "commandId" text, accepted boolean, details jsonb)`;
