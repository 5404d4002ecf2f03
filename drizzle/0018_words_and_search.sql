-- Constraints are added without a look at the rows there are, which are looked at below.
ALTER TABLE "model_defaults" ADD CONSTRAINT "model_defaults_workspace_id_workspaces_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("workspace_id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "model_providers" ADD CONSTRAINT "model_providers_workspace_id_workspaces_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("workspace_id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "models" ADD CONSTRAINT "models_workspace_id_workspaces_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("workspace_id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "tool_policies" ADD CONSTRAINT "tool_policies_workspace_id_workspaces_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("workspace_id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "mcp_servers" ADD CONSTRAINT "mcp_servers_workspace_id_workspaces_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("workspace_id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "workspace_setups" ADD CONSTRAINT "workspace_setups_workspace_id_workspaces_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("workspace_id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_kind_check" CHECK ("approvals"."kind" in ('plan_approval', 'human_review', 'review_decision', 'tool_approval', 'tool_input', 'unknown_outcome', 'budget', 'replan_failed', 'model_unavailable', 'engine_fault')) NOT VALID;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_verbs_check" CHECK ("approvals"."verbs" <@ array['approve', 'edit', 'respond', 'reject', 'request_changes', 'CONTINUE', 'REPLAN', 'COMPLETE', 'ABORT', 'happened', 'run', 'retry', 'other', 'raise', 'complete', 'abort']::text[]) NOT VALID;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_on_timeout_check" CHECK ("approvals"."on_timeout" in ('reject', 'approve', 'pause', 'escalate', 'abort', 'CONTINUE', 'REPLAN', 'COMPLETE', 'ABORT')) NOT VALID;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_status_check" CHECK ("approvals"."status" in ('open', 'decided', 'expired', 'superseded', 'cancelled')) NOT VALID;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_verb_check" CHECK ("approvals"."verb" in ('approve', 'edit', 'respond', 'reject', 'request_changes', 'CONTINUE', 'REPLAN', 'COMPLETE', 'ABORT', 'happened', 'run', 'retry', 'other', 'raise', 'complete', 'abort')) NOT VALID;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_provenance_check" CHECK ("approvals"."provenance" in ('person', 'session_rule', 'policy', 'timeout', 'escalation', 'auto')) NOT VALID;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_provenance_check" CHECK ("audit_log"."provenance" in ('person', 'session_rule', 'policy', 'timeout', 'escalation', 'auto')) NOT VALID;--> statement-breakpoint
ALTER TABLE "model_defaults" ADD CONSTRAINT "model_defaults_role_check" CHECK ("model_defaults"."role" in ('default', 'planner', 'critic', 'quality_gate', 'agent', 'verification', 'synthesis', 'reviewer', 'replanner', 'summarizer', 'answer', 'critique', 'revision', 'trajectory_summarizer', 'detailer')) NOT VALID;--> statement-breakpoint
ALTER TABLE "model_providers" ADD CONSTRAINT "model_providers_kind_check" CHECK ("model_providers"."kind" in ('openai', 'anthropic', 'google', 'gateway', 'openai-compatible')) NOT VALID;--> statement-breakpoint
ALTER TABLE "model_providers" ADD CONSTRAINT "model_providers_api_check" CHECK ("model_providers"."api" in ('chat', 'responses')) NOT VALID;--> statement-breakpoint
ALTER TABLE "models" ADD CONSTRAINT "models_tool_calling_check" CHECK ("models"."tool_calling" in ('native', 'json')) NOT VALID;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_kind_check" CHECK ("decisions"."kind" in ('review', 'gate')) NOT VALID;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_proposed_check" CHECK ("decisions"."proposed" in ('CONTINUE', 'REPLAN', 'COMPLETE', 'ABORT')) NOT VALID;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_decision_check" CHECK ("decisions"."decision" in ('approve', 'edit', 'respond', 'reject', 'request_changes', 'CONTINUE', 'REPLAN', 'COMPLETE', 'ABORT', 'happened', 'run', 'retry', 'other', 'raise', 'complete', 'abort')) NOT VALID;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_provenance_check" CHECK ("decisions"."provenance" in ('person', 'session_rule', 'policy', 'timeout', 'escalation', 'auto')) NOT VALID;--> statement-breakpoint
ALTER TABLE "replan_history" ADD CONSTRAINT "replan_history_kind_check" CHECK ("replan_history"."kind" in ('replan', 'iteration')) NOT VALID;--> statement-breakpoint
ALTER TABLE "replan_history" ADD CONSTRAINT "replan_history_trigger_check" CHECK ("replan_history"."trigger" in ('review', 'task_failed', 'verification', 'quality_gate', 'person', 'summarizer')) NOT VALID;--> statement-breakpoint
ALTER TABLE "replan_history" ADD CONSTRAINT "replan_history_status_check" CHECK ("replan_history"."status" in ('started', 'adopted', 'failed', 'refused', 'withdrawn')) NOT VALID;--> statement-breakpoint
ALTER TABLE "mcp_servers" ADD CONSTRAINT "mcp_servers_transport_check" CHECK ("mcp_servers"."transport" in ('stdio', 'http')) NOT VALID;--> statement-breakpoint
ALTER TABLE "mcp_servers" ADD CONSTRAINT "mcp_servers_state_check" CHECK ("mcp_servers"."state" in ('untried', 'connected', 'failed')) NOT VALID;--> statement-breakpoint
ALTER TABLE "model_calls" ADD CONSTRAINT "model_calls_role_check" CHECK ("model_calls"."role" in ('planner', 'critic', 'quality_gate', 'agent', 'verification', 'synthesis', 'reviewer', 'replanner', 'summarizer', 'answer', 'critique', 'revision', 'trajectory_summarizer', 'detailer', 'probe')) NOT VALID;--> statement-breakpoint
ALTER TABLE "stream_chunks" ADD CONSTRAINT "stream_chunks_role_check" CHECK ("stream_chunks"."role" in ('planner', 'critic', 'quality_gate', 'agent', 'verification', 'synthesis', 'reviewer', 'replanner', 'summarizer', 'answer', 'critique', 'revision', 'trajectory_summarizer', 'detailer', 'tool')) NOT VALID;--> statement-breakpoint
ALTER TABLE "tool_calls" ADD CONSTRAINT "tool_calls_side_effects_check" CHECK ("tool_calls"."side_effects" in ('none', 'read', 'write', 'external')) NOT VALID;--> statement-breakpoint
ALTER TABLE "tool_calls" ADD CONSTRAINT "tool_calls_status_check" CHECK ("tool_calls"."status" in ('started', 'paused', 'finished')) NOT VALID;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_status_check" CHECK ("runs"."status" in ('planning', 'waiting', 'running', 'paused', 'finishing', 'completed', 'failed', 'aborted', 'cancelled')) NOT VALID;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_finish_reason_check" CHECK ("runs"."finish_reason" in ('answer_complete', 'completed_early', 'aborted_by_review', 'aborted_by_person', 'cancelled', 'no_path', 'budget_exhausted', 'mission_impossible', 'plan_rejected', 'task_failed', 'engine_fault', 'error')) NOT VALID;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_phase_check" CHECK ("runs"."phase" in ('new', 'planning', 'executing', 'finishing', 'ended')) NOT VALID;--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_outcome_check" CHECK ("attempts"."outcome" in ('succeeded', 'failed', 'aborted')) NOT VALID;--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_code_check" CHECK ("attempts"."code" in ('error', 'timeout', 'no_path', 'budget_exhausted', 'invalid_actions', 'schema_mismatch', 'check_failed', 'verification_error', 'insufficient_data', 'replan_asked', 'empty_result', 'rejected', 'changes_requested', 'missing_result', 'unknown_outcome')) NOT VALID;--> statement-breakpoint
ALTER TABLE "plan_versions" ADD CONSTRAINT "plan_versions_origin_check" CHECK ("plan_versions"."origin" in ('planner', 'person', 'replan', 'review', 'refinement', 'iteration', 'import')) NOT VALID;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_type_check" CHECK ("tasks"."type" in ('task', 'direct', 'synthesis_gate', 'planning_review', 'human_review')) NOT VALID;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_status_check" CHECK ("tasks"."status" in ('pending', 'running', 'waiting', 'succeeded', 'failed', 'skipped', 'blocked', 'aborted', 'superseded')) NOT VALID;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_failure_code_check" CHECK ("tasks"."failure_code" in ('error', 'timeout', 'no_path', 'budget_exhausted', 'invalid_actions', 'schema_mismatch', 'check_failed', 'verification_error', 'insufficient_data', 'replan_asked', 'empty_result', 'rejected', 'changes_requested', 'missing_result', 'unknown_outcome')) NOT VALID;--> statement-breakpoint
-- Rows that an older version left must not keep a new one from starting: a constraint that some do not meet binds new
-- rows alone.
DO $$
DECLARE
  pending record;
BEGIN
  FOR pending IN
    SELECT conrelid::regclass AS target, conname FROM pg_constraint
    WHERE NOT convalidated AND contype IN ('c', 'f') AND connamespace = 'public'::regnamespace
  LOOP
    BEGIN
      EXECUTE format('ALTER TABLE %s VALIDATE CONSTRAINT %I', pending.target, pending.conname);
    EXCEPTION WHEN check_violation OR foreign_key_violation THEN
      RAISE WARNING '% has rows that do not meet %: it binds new rows alone', pending.target, pending.conname;
    END;
  END LOOP;
END $$;--> statement-breakpoint
-- Finding parts of a mission quickly needs the extension pg_trgm. Where it is missing or may not be created, the search
-- works without the index. The extension may stand in any schema.
DO $$
DECLARE
  home text;
BEGIN
  BEGIN
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
  EXCEPTION WHEN OTHERS THEN
    RAISE WARNING 'missions are searched without an index: %', SQLERRM;
  END;
  SELECT nspname INTO home FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace
  WHERE extname = 'pg_trgm';
  IF FOUND THEN
    EXECUTE format('CREATE INDEX "runs_by_mission" ON "runs" USING gin ("mission" %I.gin_trgm_ops)', home);
  END IF;
END $$;
