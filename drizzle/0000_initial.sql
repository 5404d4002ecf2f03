CREATE TABLE "approvals" (
	"id" text PRIMARY KEY NOT NULL,
	"run_id" text NOT NULL,
	"workspace_id" text NOT NULL,
	"kind" text NOT NULL,
	"task_id" text,
	"plan_version" integer NOT NULL,
	"digest" text NOT NULL,
	"prompt" text NOT NULL,
	"shown" jsonb,
	"verbs" text[] NOT NULL,
	"assignees" text[] NOT NULL,
	"deadline_at" timestamp (3) with time zone,
	"on_timeout" text,
	"subject" jsonb,
	"status" text NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"opened_seq" integer NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decided_by" jsonb,
	"verb" text,
	"comment" text,
	"provenance" text
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"workspace_id" text NOT NULL,
	"run_id" text,
	"seq" integer,
	"at" timestamp (3) with time zone NOT NULL,
	"actor" jsonb NOT NULL,
	"action" text NOT NULL,
	"subject" text,
	"provenance" text,
	"command_id" text,
	"accepted" boolean NOT NULL,
	"details" jsonb
);
--> statement-breakpoint
CREATE TABLE "models" (
	"workspace_id" text NOT NULL,
	"id" text NOT NULL,
	"provider" text NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"input_micro_usd" double precision,
	"cached_input_micro_usd" double precision,
	"output_micro_usd" double precision,
	"context_tokens" integer,
	"max_concurrent" integer,
	"tokens_per_minute" integer,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "models_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "tool_policies" (
	"workspace_id" text NOT NULL,
	"id" text NOT NULL,
	"version" integer NOT NULL,
	"name" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"body" jsonb NOT NULL,
	"author" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tool_policies_workspace_id_id_version_pk" PRIMARY KEY("workspace_id","id","version")
);
--> statement-breakpoint
CREATE TABLE "decisions" (
	"run_id" text NOT NULL,
	"subject" text NOT NULL,
	"workspace_id" text NOT NULL,
	"kind" text NOT NULL,
	"task_id" text,
	"approval_id" text,
	"plan_version" integer NOT NULL,
	"proposal" jsonb,
	"proposed" text,
	"problem" text,
	"proposed_at" timestamp (3) with time zone,
	"held_until" timestamp (3) with time zone,
	"decision" text,
	"reasoning" text,
	"value" jsonb,
	"provenance" text,
	"decided_by" jsonb,
	"decided_at" timestamp (3) with time zone,
	"decided_seq" integer,
	"agrees" boolean,
	CONSTRAINT "decisions_run_id_subject_pk" PRIMARY KEY("run_id","subject")
);
--> statement-breakpoint
CREATE TABLE "replan_history" (
	"run_id" text NOT NULL,
	"number" integer NOT NULL,
	"workspace_id" text NOT NULL,
	"trigger" text NOT NULL,
	"reason" text NOT NULL,
	"task_id" text,
	"lineage" text,
	"diagnosis" text,
	"output" jsonb,
	"started_by" jsonb NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"started_seq" integer NOT NULL,
	"from_version" integer NOT NULL,
	"to_version" integer,
	"added" integer,
	"removed" integer,
	"kept" integer,
	"renamed" jsonb,
	"status" text NOT NULL,
	"failure" text,
	"issues" jsonb,
	"ended_at" timestamp (3) with time zone,
	"ended_seq" integer,
	CONSTRAINT "replan_history_run_id_number_pk" PRIMARY KEY("run_id","number")
);
--> statement-breakpoint
CREATE TABLE "run_commands" (
	"run_id" text NOT NULL,
	"command_id" text NOT NULL,
	"workspace_id" text NOT NULL,
	"type" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"reply" jsonb NOT NULL,
	CONSTRAINT "run_commands_run_id_command_id_pk" PRIMARY KEY("run_id","command_id")
);
--> statement-breakpoint
CREATE TABLE "run_events" (
	"run_id" text NOT NULL,
	"seq" integer NOT NULL,
	"workspace_id" text NOT NULL,
	"type" text NOT NULL,
	"v" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor" jsonb NOT NULL,
	"command_id" text NOT NULL,
	"cause_seq" integer,
	"plan_version" integer NOT NULL,
	"epoch" integer,
	"effect" text,
	"payload" jsonb NOT NULL,
	CONSTRAINT "run_events_run_id_seq_pk" PRIMARY KEY("run_id","seq")
);
--> statement-breakpoint
CREATE TABLE "run_snapshots" (
	"run_id" text NOT NULL,
	"reducer_version" integer NOT NULL,
	"seq" integer NOT NULL,
	"workspace_id" text NOT NULL,
	"state" json NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "run_snapshots_run_id_reducer_version_pk" PRIMARY KEY("run_id","reducer_version")
);
--> statement-breakpoint
CREATE TABLE "blobs" (
	"workspace_id" text NOT NULL,
	"digest" text NOT NULL,
	"bytes" integer NOT NULL,
	"body" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "blobs_workspace_id_digest_pk" PRIMARY KEY("workspace_id","digest")
);
--> statement-breakpoint
CREATE TABLE "model_calls" (
	"run_id" text NOT NULL,
	"call_id" text NOT NULL,
	"workspace_id" text NOT NULL,
	"task_id" text,
	"attempt" integer,
	"step" integer,
	"role" text NOT NULL,
	"model" text NOT NULL,
	"input_tokens" integer,
	"cached_input_tokens" integer,
	"output_tokens" integer,
	"reasoning_tokens" integer,
	"cost_micro_usd" double precision,
	"latency_ms" double precision NOT NULL,
	"time_to_first_token_ms" double precision,
	"failure" text,
	"prompt_hash" text NOT NULL,
	"prompt_version" text NOT NULL,
	"epoch" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "model_calls_run_id_call_id_pk" PRIMARY KEY("run_id","call_id")
);
--> statement-breakpoint
CREATE TABLE "stream_chunks" (
	"run_id" text NOT NULL,
	"epoch" integer NOT NULL,
	"chunk" integer NOT NULL,
	"workspace_id" text NOT NULL,
	"task_id" text,
	"attempt" integer,
	"step" integer,
	"role" text NOT NULL,
	"body" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stream_chunks_run_id_epoch_chunk_pk" PRIMARY KEY("run_id","epoch","chunk")
);
--> statement-breakpoint
CREATE TABLE "tool_calls" (
	"run_id" text NOT NULL,
	"key" text NOT NULL,
	"workspace_id" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"task_id" text NOT NULL,
	"attempt" integer NOT NULL,
	"step" integer NOT NULL,
	"call_id" text NOT NULL,
	"tool" text NOT NULL,
	"side_effects" text NOT NULL,
	"args" jsonb NOT NULL,
	"status" text NOT NULL,
	"ok" boolean,
	"output" jsonb,
	"error" text,
	"latency_ms" double precision,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "tool_calls_run_id_key_pk" PRIMARY KEY("run_id","key")
);
--> statement-breakpoint
CREATE TABLE "trajectory_steps" (
	"run_id" text NOT NULL,
	"task_id" text NOT NULL,
	"attempt" integer NOT NULL,
	"step" integer NOT NULL,
	"workspace_id" text NOT NULL,
	"body" jsonb NOT NULL,
	"verbatim" jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "trajectory_steps_run_id_task_id_attempt_step_pk" PRIMARY KEY("run_id","task_id","attempt","step")
);
--> statement-breakpoint
CREATE TABLE "runs" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"seq" integer DEFAULT 0 NOT NULL,
	"epoch" integer DEFAULT 0 NOT NULL,
	"status" text NOT NULL,
	"finish_reason" text,
	"finish_message" text,
	"phase" text NOT NULL,
	"plan_version" integer DEFAULT 0 NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"mission" text DEFAULT '' NOT NULL,
	"settings" jsonb NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"created_by" jsonb,
	"answer" jsonb,
	"replans" integer DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"reviews" integer DEFAULT 0 NOT NULL,
	"decisions" integer DEFAULT 0 NOT NULL,
	"model_calls" integer DEFAULT 0 NOT NULL,
	"tool_calls" integer DEFAULT 0 NOT NULL,
	"tasks_total" integer DEFAULT 0 NOT NULL,
	"tasks_open" integer DEFAULT 0 NOT NULL,
	"open_approvals" integer DEFAULT 0 NOT NULL,
	"input_tokens" bigint DEFAULT 0 NOT NULL,
	"output_tokens" bigint DEFAULT 0 NOT NULL,
	"cost_micro_usd" double precision DEFAULT 0 NOT NULL,
	"uncosted_calls" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"parked" boolean DEFAULT true NOT NULL,
	"wake_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "attempts" (
	"run_id" text NOT NULL,
	"task_id" text NOT NULL,
	"attempt" integer NOT NULL,
	"workspace_id" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"steps" integer NOT NULL,
	"outcome" text,
	"code" text,
	"diagnosis" text,
	"output" jsonb,
	CONSTRAINT "attempts_run_id_task_id_attempt_pk" PRIMARY KEY("run_id","task_id","attempt")
);
--> statement-breakpoint
CREATE TABLE "plan_versions" (
	"run_id" text NOT NULL,
	"version" integer NOT NULL,
	"workspace_id" text NOT NULL,
	"parent" integer,
	"digest" text NOT NULL,
	"origin" text NOT NULL,
	"cause" text NOT NULL,
	"author" text NOT NULL,
	"title" text NOT NULL,
	"task_count" integer NOT NULL,
	"seq" integer NOT NULL,
	"adopted_at" timestamp (3) with time zone NOT NULL,
	"plan" jsonb,
	CONSTRAINT "plan_versions_run_id_version_pk" PRIMARY KEY("run_id","version")
);
--> statement-breakpoint
CREATE TABLE "tasks" (
	"run_id" text NOT NULL,
	"task_id" text NOT NULL,
	"workspace_id" text NOT NULL,
	"place" integer NOT NULL,
	"title" text NOT NULL,
	"type" text NOT NULL,
	"agent" text NOT NULL,
	"critical" boolean NOT NULL,
	"depends_on" text[] DEFAULT '{}' NOT NULL,
	"lineage" text NOT NULL,
	"since_version" integer NOT NULL,
	"status" text NOT NULL,
	"attempt" integer NOT NULL,
	"not_before" timestamp (3) with time zone,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"result" jsonb,
	"fingerprint" text,
	"diagnosis" text,
	"failure_code" text,
	"tolerated" boolean DEFAULT false NOT NULL,
	"approval_id" text,
	"proposal" jsonb,
	"held_until" timestamp (3) with time zone,
	CONSTRAINT "tasks_run_id_task_id_pk" PRIMARY KEY("run_id","task_id")
);
--> statement-breakpoint
CREATE TABLE "people" (
	"workspace_id" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"email" text,
	"capabilities" text[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "people_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "workspaces" (
	"workspace_id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_workspace_id_workspaces_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("workspace_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "people" ADD CONSTRAINT "people_workspace_id_workspaces_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("workspace_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "approvals_open" ON "approvals" USING btree ("workspace_id","opened_at") WHERE "approvals"."status" = 'open';--> statement-breakpoint
CREATE INDEX "approvals_due" ON "approvals" USING btree ("deadline_at") WHERE "approvals"."status" = 'open' and "approvals"."deadline_at" is not null;--> statement-breakpoint
CREATE INDEX "approvals_by_run" ON "approvals" USING btree ("run_id","opened_seq");--> statement-breakpoint
CREATE INDEX "audit_by_age" ON "audit_log" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE INDEX "audit_by_run" ON "audit_log" USING btree ("run_id","id");--> statement-breakpoint
CREATE INDEX "decisions_by_age" ON "decisions" USING btree ("workspace_id","decided_at");--> statement-breakpoint
CREATE INDEX "model_calls_by_age" ON "model_calls" USING btree ("workspace_id","at");--> statement-breakpoint
CREATE INDEX "model_calls_by_task" ON "model_calls" USING btree ("run_id","task_id");--> statement-breakpoint
CREATE INDEX "tool_calls_by_identity" ON "tool_calls" USING btree ("workspace_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "tool_calls_by_task" ON "tool_calls" USING btree ("run_id","task_id","attempt");--> statement-breakpoint
CREATE INDEX "runs_by_status" ON "runs" USING btree ("workspace_id","status","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "runs_by_age" ON "runs" USING btree ("workspace_id","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "runs_by_tag" ON "runs" USING gin ("tags");--> statement-breakpoint
CREATE INDEX "runs_to_wake" ON "runs" USING btree ("wake_at") WHERE "runs"."wake_at" is not null;--> statement-breakpoint
CREATE INDEX "runs_not_parked" ON "runs" USING btree ("id") WHERE not "runs"."parked";--> statement-breakpoint
CREATE INDEX "tasks_by_lineage" ON "tasks" USING btree ("run_id","lineage");