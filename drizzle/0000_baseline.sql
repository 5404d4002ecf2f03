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
	"terms" jsonb,
	"subject" jsonb,
	"status" text NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"opened_seq" integer NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decided_by" jsonb,
	"verb" text,
	"comment" text,
	"provenance" text,
	CONSTRAINT "approvals_kind_check" CHECK ("approvals"."kind" in ('plan_approval', 'control_waiver', 'plan_change', 'answer_release', 'plan_refinement', 'human_review', 'review_decision', 'tool_approval', 'tool_input', 'unknown_outcome', 'budget', 'replan_failed', 'model_unavailable', 'engine_fault')),
	CONSTRAINT "approvals_verbs_check" CHECK ("approvals"."verbs" <@ array['approve', 'edit', 'respond', 'reject', 'request_changes', 'ask', 'CONTINUE', 'REPLAN', 'COMPLETE', 'ABORT', 'happened', 'run', 'retry', 'other', 'raise', 'complete', 'abort']::text[]),
	CONSTRAINT "approvals_on_timeout_check" CHECK ("approvals"."on_timeout" in ('reject', 'approve', 'pause', 'escalate', 'abort', 'CONTINUE', 'REPLAN', 'COMPLETE', 'ABORT')),
	CONSTRAINT "approvals_status_check" CHECK ("approvals"."status" in ('open', 'decided', 'expired', 'superseded', 'cancelled')),
	CONSTRAINT "approvals_verb_check" CHECK ("approvals"."verb" in ('approve', 'edit', 'respond', 'reject', 'request_changes', 'ask', 'CONTINUE', 'REPLAN', 'COMPLETE', 'ABORT', 'happened', 'run', 'retry', 'other', 'raise', 'complete', 'abort')),
	CONSTRAINT "approvals_provenance_check" CHECK ("approvals"."provenance" in ('person', 'session_rule', 'policy', 'timeout', 'escalation', 'auto'))
);
--> statement-breakpoint
CREATE TABLE "attachments" (
	"workspace_id" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"media_type" text NOT NULL,
	"bytes" integer NOT NULL,
	"digest" text NOT NULL,
	"preview" text NOT NULL,
	"content" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"kept_until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "attachments_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "run_attachments" (
	"run_id" text NOT NULL,
	"attachment_id" text NOT NULL,
	"workspace_id" text NOT NULL,
	CONSTRAINT "run_attachments_run_id_attachment_id_pk" PRIMARY KEY("run_id","attachment_id")
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
	"details" jsonb,
	CONSTRAINT "audit_log_provenance_check" CHECK ("audit_log"."provenance" in ('person', 'session_rule', 'policy', 'timeout', 'escalation', 'auto'))
);
--> statement-breakpoint
CREATE TABLE "comment_questions" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"run_id" text NOT NULL,
	"comment_id" text NOT NULL,
	"person_id" text NOT NULL,
	"by" jsonb NOT NULL,
	"text" text NOT NULL,
	"plan_version" integer NOT NULL,
	"status" text NOT NULL,
	"epoch" integer DEFAULT 0 NOT NULL,
	"takes" integer DEFAULT 0 NOT NULL,
	"held_until" timestamp (3) with time zone,
	"answer" text,
	"model" text,
	"failure" text,
	"cost_micro_usd" double precision,
	"latency_ms" double precision,
	"counted_micro_usd" double precision DEFAULT 0 NOT NULL,
	"counted_tokens" double precision DEFAULT 0 NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"since" integer DEFAULT 0 NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"ended_since" integer,
	"past" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "comment_questions_status_check" CHECK ("comment_questions"."status" in ('waiting', 'asking', 'answered', 'failed')),
	CONSTRAINT "comment_questions_failure_check" CHECK ("comment_questions"."failure" in ('unknown_model', 'auth', 'bad_request', 'rate_limited', 'quota', 'unavailable', 'timeout', 'context_overflow', 'cut_stream', 'unreadable_answer', 'aborted', 'no_room', 'unreadable', 'fault'))
);
--> statement-breakpoint
CREATE TABLE "comment_replies" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"run_id" text NOT NULL,
	"comment_id" text NOT NULL,
	"person_id" text NOT NULL,
	"by" jsonb NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"since" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "comments" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"run_id" text NOT NULL,
	"person_id" text NOT NULL,
	"by" jsonb NOT NULL,
	"anchor" jsonb NOT NULL,
	"label" text,
	"text" text NOT NULL,
	"is_question" boolean DEFAULT false NOT NULL,
	"status" text NOT NULL,
	"round" integer,
	"sent_version" integer,
	"sent_at" timestamp (3) with time zone,
	"outcome" text,
	"note" text,
	"change" jsonb,
	"answered_version" integer,
	"resolved_by" jsonb,
	"past" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"since" integer DEFAULT 0 NOT NULL,
	"edited_at" timestamp (3) with time zone,
	CONSTRAINT "comments_label_check" CHECK ("comments"."label" in ('clarify', 'needs_check', 'out_of_scope', 'good')),
	CONSTRAINT "comments_status_check" CHECK ("comments"."status" in ('open', 'sent', 'addressed', 'answered', 'declined', 'resolved')),
	CONSTRAINT "comments_outcome_check" CHECK ("comments"."outcome" in ('addressed', 'answered', 'declined', 'unanswered'))
);
--> statement-breakpoint
CREATE TABLE "cost_day_sums" (
	"workspace_id" text NOT NULL,
	"filter" text NOT NULL,
	"filter_key" text NOT NULL,
	"side" text NOT NULL,
	"day" date NOT NULL,
	"line" text NOT NULL,
	"key" text NOT NULL,
	"calls" integer NOT NULL,
	"failed_calls" integer NOT NULL,
	"uncosted_calls" integer NOT NULL,
	"uncounted_calls" integer NOT NULL,
	"input_tokens" double precision NOT NULL,
	"cached_input_tokens" double precision NOT NULL,
	"output_tokens" double precision NOT NULL,
	"reasoning_tokens" double precision NOT NULL,
	"cost_micro_usd" double precision NOT NULL,
	"latency_ms" double precision NOT NULL,
	"costs" "bytea",
	"latencies" "bytea",
	CONSTRAINT "cost_day_sums_pk" PRIMARY KEY("workspace_id","filter","filter_key","side","day","line","key"),
	CONSTRAINT "cost_day_sums_filter_check" CHECK ("cost_day_sums"."filter" in ('none', 'role', 'model')),
	CONSTRAINT "cost_day_sums_side_check" CHECK ("cost_day_sums"."side" in ('all', 'role', 'model', 'agent', 'version', 'retry', 'run')),
	CONSTRAINT "cost_day_sums_line_check" CHECK ("cost_day_sums"."line" in ('run', 'replay', 'eval', 'probe', 'question', 'simulated'))
);
--> statement-breakpoint
CREATE TABLE "cost_days" (
	"workspace_id" text NOT NULL,
	"day" date NOT NULL,
	"kept" boolean NOT NULL,
	CONSTRAINT "cost_days_workspace_id_day_pk" PRIMARY KEY("workspace_id","day")
);
--> statement-breakpoint
CREATE TABLE "data_exports" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"by" jsonb NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"done_lists" integer DEFAULT 0 NOT NULL,
	"lists" integer NOT NULL,
	"rows" bigint DEFAULT 0 NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"outcome" text,
	CONSTRAINT "data_exports_outcome_check" CHECK ("data_exports"."outcome" in ('complete', 'broken'))
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
	CONSTRAINT "decisions_run_id_subject_pk" PRIMARY KEY("run_id","subject"),
	CONSTRAINT "decisions_kind_check" CHECK ("decisions"."kind" in ('review', 'gate')),
	CONSTRAINT "decisions_proposed_check" CHECK ("decisions"."proposed" in ('CONTINUE', 'REPLAN', 'COMPLETE', 'ABORT')),
	CONSTRAINT "decisions_decision_check" CHECK ("decisions"."decision" in ('approve', 'edit', 'respond', 'reject', 'request_changes', 'ask', 'CONTINUE', 'REPLAN', 'COMPLETE', 'ABORT', 'happened', 'run', 'retry', 'other', 'raise', 'complete', 'abort')),
	CONSTRAINT "decisions_provenance_check" CHECK ("decisions"."provenance" in ('person', 'session_rule', 'policy', 'timeout', 'escalation', 'auto'))
);
--> statement-breakpoint
CREATE TABLE "replan_history" (
	"run_id" text NOT NULL,
	"kind" text DEFAULT 'replan' NOT NULL,
	"number" integer NOT NULL,
	"workspace_id" text NOT NULL,
	"trigger" text NOT NULL,
	"reason" text NOT NULL,
	"task_id" text,
	"lineage" text,
	"diagnosis" text,
	"output" jsonb,
	"decided_by" jsonb,
	"started_at" timestamp (3) with time zone NOT NULL,
	"started_seq" integer NOT NULL,
	"from_version" integer NOT NULL,
	"to_version" integer,
	"added" integer,
	"removed" integer,
	"changed" integer,
	"kept" integer,
	"renamed" jsonb,
	"discarded_cost" jsonb,
	"spent" jsonb,
	"status" text NOT NULL,
	"failure" text,
	"issues" jsonb,
	"ended_at" timestamp (3) with time zone,
	"ended_seq" integer,
	CONSTRAINT "replan_history_run_id_kind_number_pk" PRIMARY KEY("run_id","kind","number"),
	CONSTRAINT "replan_history_kind_check" CHECK ("replan_history"."kind" in ('replan', 'iteration')),
	CONSTRAINT "replan_history_trigger_check" CHECK ("replan_history"."trigger" in ('review', 'task_failed', 'verification', 'quality_gate', 'person', 'summarizer')),
	CONSTRAINT "replan_history_status_check" CHECK ("replan_history"."status" in ('started', 'adopted', 'failed', 'refused', 'withdrawn'))
);
--> statement-breakpoint
CREATE TABLE "drill_reviewers" (
	"workspace_id" text NOT NULL,
	"person_id" text NOT NULL,
	"name" text NOT NULL,
	"joined_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "drill_reviewers_workspace_id_person_id_pk" PRIMARY KEY("workspace_id","person_id")
);
--> statement-breakpoint
CREATE TABLE "drills" (
	"id" text PRIMARY KEY NOT NULL,
	"run_id" text NOT NULL,
	"workspace_id" text NOT NULL,
	"person_id" text NOT NULL,
	"person_name" text NOT NULL,
	"sample" text NOT NULL,
	"kind" text NOT NULL,
	"mission" text NOT NULL,
	"prompt" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"sent_by" jsonb,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"verb" text,
	"comment" text,
	"value" jsonb,
	"items" jsonb,
	"outcome" text,
	"command_id" text,
	"input_digest" text,
	CONSTRAINT "drills_kind_check" CHECK ("drills"."kind" in ('plan_approval', 'control_waiver', 'plan_change', 'answer_release', 'plan_refinement', 'human_review', 'review_decision', 'tool_approval', 'tool_input', 'unknown_outcome', 'budget', 'replan_failed', 'model_unavailable', 'engine_fault')),
	CONSTRAINT "drills_status_check" CHECK ("drills"."status" in ('open', 'decided', 'expired', 'told')),
	CONSTRAINT "drills_verb_check" CHECK ("drills"."verb" in ('approve', 'edit', 'respond', 'reject', 'request_changes', 'ask', 'CONTINUE', 'REPLAN', 'COMPLETE', 'ABORT', 'happened', 'run', 'retry', 'other', 'raise', 'complete', 'abort')),
	CONSTRAINT "drills_outcome_check" CHECK ("drills"."outcome" in ('found', 'missed', 'passed', 'false_alarm'))
);
--> statement-breakpoint
CREATE TABLE "run_commands" (
	"run_id" text NOT NULL,
	"command_id" text NOT NULL,
	"workspace_id" text NOT NULL,
	"type" text NOT NULL,
	"input_digest" text,
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
	"actor" json NOT NULL,
	"command_id" text NOT NULL,
	"cause_seq" integer,
	"plan_version" integer NOT NULL,
	"epoch" integer,
	"effect" text,
	"payload" json NOT NULL,
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
CREATE TABLE "plan_forecasts" (
	"run_id" text NOT NULL,
	"version" integer NOT NULL,
	"workspace_id" text NOT NULL,
	"forecast" jsonb NOT NULL,
	"computed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "plan_forecasts_run_id_version_pk" PRIMARY KEY("run_id","version")
);
--> statement-breakpoint
CREATE TABLE "plan_layouts" (
	"run_id" text NOT NULL,
	"version" integer NOT NULL,
	"layout_version" integer NOT NULL,
	"workspace_id" text NOT NULL,
	"nodes" jsonb NOT NULL,
	"edges" jsonb,
	"computed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "plan_layouts_run_id_version_layout_version_pk" PRIMARY KEY("run_id","version","layout_version")
);
--> statement-breakpoint
CREATE TABLE "example_uses" (
	"run_id" text NOT NULL,
	"key" text NOT NULL,
	"example_id" text NOT NULL,
	"version" integer NOT NULL,
	"workspace_id" text NOT NULL,
	"role" text NOT NULL,
	"task_id" text,
	"attempt" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "example_uses_run_id_key_example_id_version_pk" PRIMARY KEY("run_id","key","example_id","version"),
	CONSTRAINT "example_uses_role_check" CHECK ("example_uses"."role" in ('agent', 'planner'))
);
--> statement-breakpoint
CREATE TABLE "example_versions" (
	"workspace_id" text NOT NULL,
	"example_id" text NOT NULL,
	"version" integer NOT NULL,
	"example" json NOT NULL,
	"tools" text[] NOT NULL,
	"enabled" boolean NOT NULL,
	"author" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "example_versions_workspace_id_example_id_version_pk" PRIMARY KEY("workspace_id","example_id","version")
);
--> statement-breakpoint
CREATE TABLE "examples" (
	"workspace_id" text NOT NULL,
	"id" text NOT NULL,
	"version" integer NOT NULL,
	"kind" text NOT NULL,
	"example" json NOT NULL,
	"words" text NOT NULL,
	"tools" text[] NOT NULL,
	"enabled" boolean NOT NULL,
	"source" text NOT NULL,
	"demo" boolean NOT NULL,
	"author" text NOT NULL,
	"run_id" text,
	"task_id" text,
	"attempt" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (to_tsvector('english'::regconfig, words) || to_tsvector('simple'::regconfig, words)) STORED,
	CONSTRAINT "examples_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "examples_kind_check" CHECK ("examples"."kind" in ('agent', 'planner')),
	CONSTRAINT "examples_source_check" CHECK ("examples"."source" in ('run', 'import', 'person'))
);
--> statement-breakpoint
CREATE TABLE "finished_missions" (
	"run_id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"words" text NOT NULL,
	"demo" boolean DEFAULT false NOT NULL,
	"finished_at" timestamp (3) with time zone NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (to_tsvector('english'::regconfig, words) || to_tsvector('simple'::regconfig, words)) STORED
);
--> statement-breakpoint
CREATE TABLE "lesson_origins" (
	"workspace_id" text NOT NULL,
	"lesson_id" text NOT NULL,
	"run_id" text NOT NULL,
	"subject" text NOT NULL,
	"source" text NOT NULL,
	"person" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "lesson_origins_workspace_id_lesson_id_run_id_subject_pk" PRIMARY KEY("workspace_id","lesson_id","run_id","subject"),
	CONSTRAINT "lesson_origins_source_check" CHECK ("lesson_origins"."source" in ('retrospect', 'self_critique', 'override', 'replan', 'person'))
);
--> statement-breakpoint
CREATE TABLE "lesson_texts" (
	"workspace_id" text NOT NULL,
	"key" text NOT NULL,
	"lesson_id" text NOT NULL,
	CONSTRAINT "lesson_texts_workspace_id_key_pk" PRIMARY KEY("workspace_id","key")
);
--> statement-breakpoint
CREATE TABLE "lesson_uses" (
	"run_id" text NOT NULL,
	"key" text NOT NULL,
	"lesson_id" text NOT NULL,
	"version" integer NOT NULL,
	"workspace_id" text NOT NULL,
	"role" text NOT NULL,
	"from_version" integer NOT NULL,
	"plan_version" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "lesson_uses_run_id_key_lesson_id_version_pk" PRIMARY KEY("run_id","key","lesson_id","version"),
	CONSTRAINT "lesson_uses_role_check" CHECK ("lesson_uses"."role" in ('planner', 'replanner', 'reviewer'))
);
--> statement-breakpoint
CREATE TABLE "lesson_versions" (
	"workspace_id" text NOT NULL,
	"lesson_id" text NOT NULL,
	"version" integer NOT NULL,
	"text" text NOT NULL,
	"status" text NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"author" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "lesson_versions_workspace_id_lesson_id_version_pk" PRIMARY KEY("workspace_id","lesson_id","version"),
	CONSTRAINT "lesson_versions_status_check" CHECK ("lesson_versions"."status" in ('proposed', 'accepted', 'revoked'))
);
--> statement-breakpoint
CREATE TABLE "lessons" (
	"workspace_id" text NOT NULL,
	"id" text NOT NULL,
	"version" integer NOT NULL,
	"text" text NOT NULL,
	"words" text NOT NULL,
	"status" text NOT NULL,
	"source" text NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"demo" boolean DEFAULT false NOT NULL,
	"author" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (to_tsvector('english'::regconfig, words) || to_tsvector('simple'::regconfig, words)) STORED,
	CONSTRAINT "lessons_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "lessons_status_check" CHECK ("lessons"."status" in ('proposed', 'accepted', 'revoked')),
	CONSTRAINT "lessons_source_check" CHECK ("lessons"."source" in ('retrospect', 'self_critique', 'override', 'replan', 'person'))
);
--> statement-breakpoint
CREATE TABLE "marks" (
	"run_id" text NOT NULL,
	"subject" text NOT NULL,
	"person_id" text NOT NULL,
	"workspace_id" text NOT NULL,
	"kind" text NOT NULL,
	"task_id" text,
	"verdict" text NOT NULL,
	"note" text NOT NULL,
	"by" jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "marks_run_id_subject_person_id_pk" PRIMARY KEY("run_id","subject","person_id"),
	CONSTRAINT "marks_kind_check" CHECK ("marks"."kind" in ('decision', 'answer')),
	CONSTRAINT "marks_verdict_check" CHECK ("marks"."verdict" in ('right', 'wrong'))
);
--> statement-breakpoint
CREATE TABLE "blobs" (
	"workspace_id" text NOT NULL,
	"digest" text NOT NULL,
	"bytes" integer NOT NULL,
	"body" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"unused_since" timestamp (3) with time zone,
	CONSTRAINT "blobs_workspace_id_digest_pk" PRIMARY KEY("workspace_id","digest")
);
--> statement-breakpoint
CREATE TABLE "model_calls" (
	"run_id" text NOT NULL,
	"call_id" text NOT NULL,
	"workspace_id" text NOT NULL,
	"purpose" text DEFAULT 'run' NOT NULL,
	"task_id" text,
	"attempt" integer,
	"step" integer,
	"role" text NOT NULL,
	"model" text NOT NULL,
	"input_tokens" integer,
	"cached_input_tokens" integer,
	"cache_write_tokens" integer,
	"output_tokens" integer,
	"reasoning_tokens" integer,
	"cost_micro_usd" double precision,
	"latency_ms" double precision NOT NULL,
	"time_to_first_token_ms" double precision,
	"failure" text,
	"wanted_model" text,
	"wanted_failure" text,
	"prompt_hash" text NOT NULL,
	"prompt_version" text NOT NULL,
	"plan_version" integer,
	"agent" text,
	"epoch" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "model_calls_run_id_call_id_pk" PRIMARY KEY("run_id","call_id"),
	CONSTRAINT "model_calls_purpose_check" CHECK ("model_calls"."purpose" in ('run', 'replay', 'eval', 'probe', 'question')),
	CONSTRAINT "model_calls_role_check" CHECK ("model_calls"."role" in ('planner', 'critic', 'quality_gate', 'agent', 'verification', 'synthesis', 'reviewer', 'replanner', 'summarizer', 'answer', 'critique', 'revision', 'trajectory_summarizer', 'detailer', 'retrospective', 'self_critic', 'reasoner', 'refiner', 'explain', 'probe')),
	CONSTRAINT "model_calls_failure_check" CHECK ("model_calls"."failure" in ('unknown_model', 'auth', 'bad_request', 'rate_limited', 'quota', 'unavailable', 'timeout', 'context_overflow', 'cut_stream', 'unreadable_answer', 'aborted', 'fault')),
	CONSTRAINT "model_calls_wanted_failure_check" CHECK ("model_calls"."wanted_failure" in ('unknown_model', 'auth', 'bad_request', 'rate_limited', 'quota', 'unavailable', 'timeout', 'context_overflow', 'cut_stream', 'unreadable_answer', 'aborted', 'fault'))
);
--> statement-breakpoint
CREATE TABLE "stream_chunks" (
	"run_id" text NOT NULL,
	"chunk_no" integer NOT NULL,
	"epoch" integer NOT NULL,
	"workspace_id" text NOT NULL,
	"task_id" text,
	"attempt" integer,
	"step" integer,
	"role" text NOT NULL,
	"stream_id" text NOT NULL,
	"seq" integer NOT NULL,
	"text" text NOT NULL,
	"done" boolean NOT NULL,
	"call_id" text,
	"stream" text,
	"meta" jsonb,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stream_chunks_run_id_chunk_no_epoch_pk" PRIMARY KEY("run_id","chunk_no","epoch"),
	CONSTRAINT "stream_chunks_role_check" CHECK ("stream_chunks"."role" in ('planner', 'critic', 'quality_gate', 'agent', 'verification', 'synthesis', 'reviewer', 'replanner', 'summarizer', 'answer', 'critique', 'revision', 'trajectory_summarizer', 'detailer', 'retrospective', 'self_critic', 'reasoner', 'refiner', 'explain', 'tool'))
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
	"artifact" text,
	"error" text,
	"latency_ms" double precision,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "tool_calls_run_id_key_pk" PRIMARY KEY("run_id","key"),
	CONSTRAINT "tool_calls_side_effects_check" CHECK ("tool_calls"."side_effects" in ('none', 'read', 'write', 'external')),
	CONSTRAINT "tool_calls_status_check" CHECK ("tool_calls"."status" in ('started', 'paused', 'finished'))
);
--> statement-breakpoint
CREATE TABLE "trajectory_steps" (
	"run_id" text NOT NULL,
	"task_id" text NOT NULL,
	"attempt" integer NOT NULL,
	"step" integer NOT NULL,
	"workspace_id" text NOT NULL,
	"body" json NOT NULL,
	"verbatim" json NOT NULL,
	"summary" json,
	"start" json,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "trajectory_steps_run_id_task_id_attempt_step_pk" PRIMARY KEY("run_id","task_id","attempt","step")
);
--> statement-breakpoint
CREATE TABLE "replay_steps" (
	"replay_id" text NOT NULL,
	"seq" integer NOT NULL,
	"workspace_id" text NOT NULL,
	"step" integer NOT NULL,
	"body" jsonb NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "replay_steps_replay_id_seq_pk" PRIMARY KEY("replay_id","seq")
);
--> statement-breakpoint
CREATE TABLE "replays" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"title" text NOT NULL,
	"run_id" text,
	"task_id" text,
	"attempt" integer,
	"settings" jsonb NOT NULL,
	"material" jsonb NOT NULL,
	"epoch" integer DEFAULT 0 NOT NULL,
	"done_steps" integer DEFAULT 0 NOT NULL,
	"total_steps" integer NOT NULL,
	"report" jsonb,
	"failure" jsonb,
	"created_by" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp (3) with time zone,
	"cancelled_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "replays_kind_check" CHECK ("replays"."kind" in ('tool', 'model')),
	CONSTRAINT "replays_status_check" CHECK ("replays"."status" in ('queued', 'running', 'matched', 'mismatched', 'stopped', 'completed', 'failed', 'cancelled'))
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
	"tags" text[] DEFAULT '{}' NOT NULL,
	"created_by" jsonb,
	"parent_run_id" text,
	"parent_seq" integer,
	"template_id" text,
	"template_version" integer,
	"answer" jsonb,
	"replans" integer DEFAULT 0 NOT NULL,
	"iterations" integer DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"reviews" integer DEFAULT 0 NOT NULL,
	"decisions" integer DEFAULT 0 NOT NULL,
	"model_calls" integer DEFAULT 0 NOT NULL,
	"tool_calls" integer DEFAULT 0 NOT NULL,
	"task_totals" json DEFAULT '{"total":0,"open":0,"done":0,"unneeded":0,"failed":0,"rejected":0,"blocked":0,"skipped":0,"verified":0,"unverified":0}'::json NOT NULL,
	"open_approvals" integer DEFAULT 0 NOT NULL,
	"input_tokens" bigint DEFAULT 0 NOT NULL,
	"output_tokens" bigint DEFAULT 0 NOT NULL,
	"cost_micro_usd" double precision DEFAULT 0 NOT NULL,
	"uncosted_calls" integer DEFAULT 0 NOT NULL,
	"max_cost_micro_usd" double precision,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"parked" boolean DEFAULT true NOT NULL,
	"wake_at" timestamp (3) with time zone,
	"failure" jsonb,
	"live_text_purged_at" timestamp (3) with time zone,
	"payloads_purged_at" timestamp (3) with time zone,
	CONSTRAINT "runs_status_check" CHECK ("runs"."status" in ('planning', 'waiting', 'running', 'paused', 'finishing', 'completed', 'failed', 'aborted', 'cancelled')),
	CONSTRAINT "runs_finish_reason_check" CHECK ("runs"."finish_reason" in ('answer_complete', 'completed_early', 'aborted_by_review', 'aborted_by_person', 'cancelled', 'no_path', 'budget_exhausted', 'mission_impossible', 'plan_rejected', 'task_failed', 'engine_fault', 'error')),
	CONSTRAINT "runs_phase_check" CHECK ("runs"."phase" in ('new', 'planning', 'executing', 'finishing', 'retrospect', 'ended'))
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"name" text NOT NULL,
	"digest" text NOT NULL,
	"prefix" text NOT NULL,
	"capabilities" text[] NOT NULL,
	"roles" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" jsonb NOT NULL,
	"made_by_key" text,
	"ends_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"revoked_by" jsonb,
	CONSTRAINT "api_keys_capabilities_check" CHECK ("api_keys"."capabilities" <@ array['view', 'operate', 'review', 'admin']::text[])
);
--> statement-breakpoint
CREATE TABLE "model_defaults" (
	"workspace_id" text NOT NULL,
	"role" text NOT NULL,
	"model_id" text NOT NULL,
	CONSTRAINT "model_defaults_workspace_id_role_pk" PRIMARY KEY("workspace_id","role"),
	CONSTRAINT "model_defaults_role_check" CHECK ("model_defaults"."role" in ('default', 'planner', 'critic', 'quality_gate', 'agent', 'verification', 'synthesis', 'reviewer', 'replanner', 'summarizer', 'answer', 'critique', 'revision', 'trajectory_summarizer', 'detailer', 'retrospective', 'self_critic', 'reasoner', 'refiner', 'explain'))
);
--> statement-breakpoint
CREATE TABLE "model_providers" (
	"workspace_id" text NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"base_url" text,
	"api" text,
	"sealed_key" text,
	"key_set_at" timestamp (3) with time zone,
	"key_set_by" text,
	"header_names" text[] DEFAULT '{}' NOT NULL,
	"sealed_headers" text,
	"enabled" boolean DEFAULT true NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "model_providers_workspace_id_name_pk" PRIMARY KEY("workspace_id","name"),
	CONSTRAINT "model_providers_kind_check" CHECK ("model_providers"."kind" in ('openai', 'anthropic', 'google', 'gateway', 'openai-compatible')),
	CONSTRAINT "model_providers_api_check" CHECK ("model_providers"."api" in ('chat', 'responses'))
);
--> statement-breakpoint
CREATE TABLE "model_roles" (
	"workspace_id" text NOT NULL,
	"role" text NOT NULL,
	"reasoning_effort" text,
	"temperature" double precision,
	"max_output_tokens" integer,
	"fallbacks" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "model_roles_workspace_id_role_pk" PRIMARY KEY("workspace_id","role"),
	CONSTRAINT "model_roles_role_check" CHECK ("model_roles"."role" in ('default', 'planner', 'critic', 'quality_gate', 'agent', 'verification', 'synthesis', 'reviewer', 'replanner', 'summarizer', 'answer', 'critique', 'revision', 'trajectory_summarizer', 'detailer', 'retrospective', 'self_critic', 'reasoner', 'refiner', 'explain')),
	CONSTRAINT "model_roles_reasoning_effort_check" CHECK ("model_roles"."reasoning_effort" in ('none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'))
);
--> statement-breakpoint
CREATE TABLE "models" (
	"workspace_id" text NOT NULL,
	"id" text NOT NULL,
	"provider" text NOT NULL,
	"label" text,
	"enabled" boolean DEFAULT true NOT NULL,
	"input_micro_usd" double precision,
	"cached_input_micro_usd" double precision,
	"output_micro_usd" double precision,
	"context_tokens" integer,
	"max_output_tokens" integer,
	"tool_calling" text DEFAULT 'native' NOT NULL,
	"json_schema" boolean DEFAULT true NOT NULL,
	"max_concurrent" integer,
	"tokens_per_minute" integer,
	"reasoning_effort" text,
	"temperature" double precision,
	"images" boolean,
	"pdf" boolean,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "models_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "models_tool_calling_check" CHECK ("models"."tool_calling" in ('native', 'json')),
	CONSTRAINT "models_reasoning_effort_check" CHECK ("models"."reasoning_effort" in ('none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'))
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
CREATE TABLE "mcp_servers" (
	"workspace_id" text NOT NULL,
	"name" text NOT NULL,
	"transport" text NOT NULL,
	"command" text,
	"args" text[] DEFAULT '{}' NOT NULL,
	"url" text,
	"secrets" text,
	"secret_names" text[] DEFAULT '{}' NOT NULL,
	"allow_private" boolean DEFAULT false NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"timeout_ms" integer NOT NULL,
	"overrides" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"tools" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"waiting" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"left_out" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"server" text,
	"state" text DEFAULT 'untried' NOT NULL,
	"problem" text,
	"state_at" timestamp (3) with time zone,
	CONSTRAINT "mcp_servers_workspace_id_name_pk" PRIMARY KEY("workspace_id","name"),
	CONSTRAINT "mcp_servers_transport_check" CHECK ("mcp_servers"."transport" in ('stdio', 'http')),
	CONSTRAINT "mcp_servers_state_check" CHECK ("mcp_servers"."state" in ('untried', 'connected', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "notification_channels" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"address" jsonb NOT NULL,
	"secrets" text,
	"events" text[] NOT NULL,
	"digest" text DEFAULT 'off' NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"owner" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notification_channels_kind_check" CHECK ("notification_channels"."kind" in ('webhook', 'slack', 'email')),
	CONSTRAINT "notification_channels_events_check" CHECK ("notification_channels"."events" <@ array['gate.opened', 'gate.escalated', 'gate.asked', 'run.limit_near', 'run.failed', 'run.completed']::text[]),
	CONSTRAINT "notification_channels_digest_check" CHECK ("notification_channels"."digest" in ('off', 'hourly', 'daily'))
);
--> statement-breakpoint
CREATE TABLE "notification_choices" (
	"workspace_id" text NOT NULL,
	"person_id" text NOT NULL,
	"events" text[] NOT NULL,
	CONSTRAINT "notification_choices_workspace_id_person_id_pk" PRIMARY KEY("workspace_id","person_id"),
	CONSTRAINT "notification_choices_events_check" CHECK ("notification_choices"."events" <@ array['gate.opened', 'run.failed', 'run.completed']::text[])
);
--> statement-breakpoint
CREATE TABLE "notification_deliveries" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"channel_id" text NOT NULL,
	"type" text NOT NULL,
	"run_id" text,
	"approval_id" text,
	"told" jsonb NOT NULL,
	"status" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"problem" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "notification_deliveries_type_check" CHECK ("notification_deliveries"."type" in ('gate.opened', 'gate.escalated', 'gate.asked', 'run.limit_near', 'run.failed', 'run.completed', 'digest', 'test')),
	CONSTRAINT "notification_deliveries_status_check" CHECK ("notification_deliveries"."status" in ('pending', 'held', 'delivered', 'failed', 'digested', 'dropped'))
);
--> statement-breakpoint
CREATE TABLE "blob_uses" (
	"run_id" text NOT NULL,
	"digest" text NOT NULL,
	"use" text NOT NULL,
	"workspace_id" text NOT NULL,
	CONSTRAINT "blob_uses_run_id_use_digest_pk" PRIMARY KEY("run_id","use","digest"),
	CONSTRAINT "blob_uses_use_check" CHECK ("blob_uses"."use" in ('state', 'payload'))
);
--> statement-breakpoint
CREATE TABLE "purges" (
	"run_id" text NOT NULL,
	"kind" text NOT NULL,
	"workspace_id" text NOT NULL,
	"purged_at" timestamp (3) with time zone NOT NULL,
	"open" boolean NOT NULL,
	"by_person" boolean DEFAULT false NOT NULL,
	CONSTRAINT "purges_run_id_kind_pk" PRIMARY KEY("run_id","kind"),
	CONSTRAINT "purges_kind_check" CHECK ("purges"."kind" in ('runs', 'payloads', 'live_text', 'blobs', 'drills'))
);
--> statement-breakpoint
CREATE TABLE "retention_progress" (
	"workspace_id" text NOT NULL,
	"kind" text NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"purged_at" timestamp (3) with time zone,
	"removed" bigint DEFAULT 0 NOT NULL,
	"unreported" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "retention_progress_workspace_id_kind_pk" PRIMARY KEY("workspace_id","kind"),
	CONSTRAINT "retention_progress_kind_check" CHECK ("retention_progress"."kind" in ('runs', 'payloads', 'live_text', 'blobs', 'drills'))
);
--> statement-breakpoint
CREATE TABLE "retention_settings" (
	"workspace_id" text NOT NULL,
	"kind" text NOT NULL,
	"keep_days" integer,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text NOT NULL,
	CONSTRAINT "retention_settings_workspace_id_kind_pk" PRIMARY KEY("workspace_id","kind"),
	CONSTRAINT "retention_settings_kind_check" CHECK ("retention_settings"."kind" in ('runs', 'payloads', 'live_text', 'blobs', 'drills'))
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"person_id" text NOT NULL,
	"page" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_views_by_name" UNIQUE("workspace_id","person_id","page","name"),
	CONSTRAINT "saved_views_page_check" CHECK ("saved_views"."page" in ('runs'))
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
	"checks" jsonb,
	CONSTRAINT "attempts_run_id_task_id_attempt_pk" PRIMARY KEY("run_id","task_id","attempt"),
	CONSTRAINT "attempts_outcome_check" CHECK ("attempts"."outcome" in ('succeeded', 'failed', 'aborted')),
	CONSTRAINT "attempts_code_check" CHECK ("attempts"."code" in ('error', 'timeout', 'no_path', 'budget_exhausted', 'invalid_actions', 'schema_mismatch', 'check_failed', 'verification_error', 'insufficient_data', 'replan_asked', 'empty_result', 'abstained', 'rejected', 'changes_requested', 'missing_result', 'unknown_outcome'))
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
	"critique" jsonb,
	"verdicts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "plan_versions_run_id_version_pk" PRIMARY KEY("run_id","version"),
	CONSTRAINT "plan_versions_origin_check" CHECK ("plan_versions"."origin" in ('planner', 'person', 'replan', 'review', 'refinement', 'iteration', 'import'))
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
	"lineage" text NOT NULL,
	"since_version" integer NOT NULL,
	"status" text NOT NULL,
	"attempt" integer NOT NULL,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"result" json,
	CONSTRAINT "tasks_run_id_task_id_pk" PRIMARY KEY("run_id","task_id"),
	CONSTRAINT "tasks_type_check" CHECK ("tasks"."type" in ('task', 'direct', 'synthesis_gate', 'planning_review', 'human_review')),
	CONSTRAINT "tasks_status_check" CHECK ("tasks"."status" in ('pending', 'running', 'waiting', 'succeeded', 'failed', 'skipped', 'blocked', 'aborted', 'superseded'))
);
--> statement-breakpoint
CREATE TABLE "templates" (
	"workspace_id" text NOT NULL,
	"id" text NOT NULL,
	"version" integer NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"body" jsonb NOT NULL,
	"params" jsonb NOT NULL,
	"created_by" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "templates_workspace_id_id_version_pk" PRIMARY KEY("workspace_id","id","version"),
	CONSTRAINT "templates_by_name" UNIQUE("workspace_id","kind","name","version"),
	CONSTRAINT "templates_kind_check" CHECK ("templates"."kind" in ('plan', 'review', 'agent'))
);
--> statement-breakpoint
CREATE TABLE "people" (
	"workspace_id" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"email" text,
	"capabilities" text[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "people_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "people_capabilities_check" CHECK ("people"."capabilities" <@ array['view', 'operate', 'review', 'admin']::text[])
);
--> statement-breakpoint
CREATE TABLE "readiness_probes" (
	"id" integer PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workspace_setups" (
	"workspace_id" text PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"simulated_tools" boolean DEFAULT false NOT NULL,
	"daily_cap_micro_usd" double precision,
	"run_budgets" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"drills_enabled" boolean DEFAULT false NOT NULL,
	"drills_per_week" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workspaces" (
	"workspace_id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_attachments" ADD CONSTRAINT "run_attachments_file" FOREIGN KEY ("workspace_id","attachment_id") REFERENCES "public"."attachments"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drill_reviewers" ADD CONSTRAINT "drill_reviewers_workspace_id_workspaces_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("workspace_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_forecasts" ADD CONSTRAINT "plan_forecasts_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_layouts" ADD CONSTRAINT "plan_layouts_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replay_steps" ADD CONSTRAINT "replay_steps_replay_id_replays_id_fk" FOREIGN KEY ("replay_id") REFERENCES "public"."replays"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replay_steps" ADD CONSTRAINT "replay_steps_workspace_id_workspaces_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("workspace_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replays" ADD CONSTRAINT "replays_workspace_id_workspaces_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("workspace_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_workspace_id_workspaces_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("workspace_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_workspace_id_workspaces_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("workspace_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_made_by_key_api_keys_id_fk" FOREIGN KEY ("made_by_key") REFERENCES "public"."api_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "model_defaults" ADD CONSTRAINT "model_defaults_workspace_id_workspaces_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("workspace_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "model_providers" ADD CONSTRAINT "model_providers_workspace_id_workspaces_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("workspace_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "model_roles" ADD CONSTRAINT "model_roles_workspace_id_workspaces_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("workspace_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "models" ADD CONSTRAINT "models_workspace_id_workspaces_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("workspace_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tool_policies" ADD CONSTRAINT "tool_policies_workspace_id_workspaces_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("workspace_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mcp_servers" ADD CONSTRAINT "mcp_servers_workspace_id_workspaces_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("workspace_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_channels" ADD CONSTRAINT "notification_channels_workspace_id_workspaces_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("workspace_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retention_progress" ADD CONSTRAINT "retention_progress_workspace_id_workspaces_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("workspace_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retention_settings" ADD CONSTRAINT "retention_settings_workspace_id_workspaces_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("workspace_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "people" ADD CONSTRAINT "people_workspace_id_workspaces_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("workspace_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_setups" ADD CONSTRAINT "workspace_setups_workspace_id_workspaces_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("workspace_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "approvals_open" ON "approvals" USING btree ("workspace_id","opened_at") WHERE "approvals"."status" = 'open';--> statement-breakpoint
CREATE INDEX "approvals_closed" ON "approvals" USING btree ("workspace_id","opened_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "approvals"."status" <> 'open';--> statement-breakpoint
CREATE INDEX "approvals_due" ON "approvals" USING btree ("deadline_at") WHERE "approvals"."status" = 'open' and "approvals"."deadline_at" is not null;--> statement-breakpoint
CREATE INDEX "approvals_by_run" ON "approvals" USING btree ("run_id","opened_seq");--> statement-breakpoint
CREATE INDEX "attachments_by_age" ON "attachments" USING btree ("kept_until");--> statement-breakpoint
CREATE INDEX "run_attachments_by_file" ON "run_attachments" USING btree ("workspace_id","attachment_id");--> statement-breakpoint
CREATE INDEX "audit_by_age" ON "audit_log" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE INDEX "audit_by_run" ON "audit_log" USING btree ("run_id","id");--> statement-breakpoint
CREATE INDEX "comment_questions_of_run" ON "comment_questions" USING btree ("run_id","asked_at");--> statement-breakpoint
CREATE INDEX "comment_questions_open" ON "comment_questions" USING btree ("asked_at","id") WHERE "comment_questions"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "comment_replies_of_run" ON "comment_replies" USING btree ("run_id","created_at");--> statement-breakpoint
CREATE INDEX "comments_of_run" ON "comments" USING btree ("run_id","created_at");--> statement-breakpoint
CREATE INDEX "data_exports_by_age" ON "data_exports" USING btree ("workspace_id","started_at");--> statement-breakpoint
CREATE INDEX "decisions_by_age" ON "decisions" USING btree ("workspace_id","decided_at");--> statement-breakpoint
CREATE INDEX "replans_by_age" ON "replan_history" USING btree ("workspace_id","started_at" DESC NULLS FIRST,"run_id");--> statement-breakpoint
CREATE UNIQUE INDEX "drills_open" ON "drills" USING btree ("workspace_id","person_id") WHERE "drills"."status" = 'open';--> statement-breakpoint
CREATE INDEX "drills_by_run" ON "drills" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "drills_of_person" ON "drills" USING btree ("workspace_id","person_id","opened_at");--> statement-breakpoint
CREATE INDEX "drills_closed" ON "drills" USING btree ("workspace_id","closed_at");--> statement-breakpoint
CREATE INDEX "run_events_offers" ON "run_events" USING btree ("run_id") WHERE "run_events"."type" = 'plan_version_offered';--> statement-breakpoint
CREATE INDEX "example_uses_by_example" ON "example_uses" USING btree ("workspace_id","example_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "examples_by_age" ON "examples" USING btree ("workspace_id","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "examples_by_words" ON "examples" USING gin ("search") WHERE "examples"."enabled";--> statement-breakpoint
CREATE INDEX "finished_missions_by_words" ON "finished_missions" USING gin ("search");--> statement-breakpoint
CREATE INDEX "lesson_origins_by_run" ON "lesson_origins" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "lesson_uses_by_lesson" ON "lesson_uses" USING btree ("workspace_id","lesson_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "lessons_by_age" ON "lessons" USING btree ("workspace_id","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "lessons_by_words" ON "lessons" USING gin ("search") WHERE "lessons"."status" = 'accepted';--> statement-breakpoint
CREATE INDEX "lessons_by_tag" ON "lessons" USING gin ("tags") WHERE "lessons"."status" = 'accepted';--> statement-breakpoint
CREATE INDEX "blobs_unused" ON "blobs" USING btree ("workspace_id","unused_since") WHERE "blobs"."unused_since" is not null;--> statement-breakpoint
CREATE INDEX "model_calls_by_age" ON "model_calls" USING btree ("workspace_id","at");--> statement-breakpoint
CREATE INDEX "tool_calls_by_identity" ON "tool_calls" USING btree ("workspace_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "tool_calls_by_task" ON "tool_calls" USING btree ("run_id","task_id","attempt");--> statement-breakpoint
CREATE INDEX "replays_by_age" ON "replays" USING btree ("workspace_id","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "replays_by_run" ON "replays" USING btree ("workspace_id","run_id") WHERE "replays"."run_id" is not null;--> statement-breakpoint
CREATE INDEX "runs_by_status" ON "runs" USING btree ("workspace_id","status","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "runs_by_end" ON "runs" USING btree ("workspace_id","status","finished_at" DESC NULLS FIRST,"id") WHERE "runs"."finished_at" is not null;--> statement-breakpoint
CREATE INDEX "runs_by_owner" ON "runs" USING btree ("workspace_id",(created_by->>'id'),"created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "runs_by_age" ON "runs" USING btree ("workspace_id","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "runs_with_gates" ON "runs" USING btree ("workspace_id","created_at" DESC NULLS FIRST,"id") WHERE "runs"."open_approvals" > 0;--> statement-breakpoint
CREATE INDEX "runs_by_tag" ON "runs" USING gin ("tags");--> statement-breakpoint
CREATE INDEX "runs_by_parent" ON "runs" USING btree ("workspace_id","parent_run_id") WHERE "runs"."parent_run_id" is not null;--> statement-breakpoint
CREATE INDEX "runs_by_template" ON "runs" USING btree ("workspace_id","template_id","template_version") WHERE "runs"."template_id" is not null;--> statement-breakpoint
CREATE INDEX "runs_to_wake" ON "runs" USING btree ("wake_at") WHERE "runs"."wake_at" is not null;--> statement-breakpoint
CREATE INDEX "runs_not_parked" ON "runs" USING btree ("id") WHERE not "runs"."parked";--> statement-breakpoint
CREATE INDEX "runs_finished" ON "runs" USING btree ("workspace_id","finished_at") WHERE "runs"."finished_at" is not null;--> statement-breakpoint
CREATE INDEX "runs_with_payloads" ON "runs" USING btree ("workspace_id","finished_at") WHERE "runs"."finished_at" is not null and "runs"."payloads_purged_at" is null;--> statement-breakpoint
CREATE INDEX "runs_with_live_text" ON "runs" USING btree ("workspace_id","finished_at") WHERE "runs"."finished_at" is not null and "runs"."live_text_purged_at" is null;--> statement-breakpoint
CREATE INDEX "runs_with_failure" ON "runs" USING btree ("workspace_id") WHERE "runs"."failure" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_by_digest" ON "api_keys" USING btree ("digest");--> statement-breakpoint
CREATE INDEX "api_keys_by_workspace" ON "api_keys" USING btree ("workspace_id","created_at");--> statement-breakpoint
CREATE INDEX "notification_channels_of_workspace" ON "notification_channels" USING btree ("workspace_id");--> statement-breakpoint
CREATE INDEX "notification_deliveries_by_age" ON "notification_deliveries" USING btree ("workspace_id","created_at","id");--> statement-breakpoint
CREATE INDEX "notification_deliveries_of_channel" ON "notification_deliveries" USING btree ("channel_id","created_at");--> statement-breakpoint
CREATE INDEX "notification_deliveries_of_run" ON "notification_deliveries" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "notification_deliveries_held" ON "notification_deliveries" USING btree ("channel_id","created_at") WHERE "notification_deliveries"."status" = 'held';--> statement-breakpoint
CREATE INDEX "blob_uses_by_digest" ON "blob_uses" USING btree ("workspace_id","digest");--> statement-breakpoint
CREATE INDEX "purges_open" ON "purges" USING btree ("workspace_id","run_id") WHERE "purges"."open";
--> statement-breakpoint
-- The workspace and the person there are while accounts are off.
INSERT INTO "workspaces" ("workspace_id", "name") VALUES ('local', 'Local workspace');--> statement-breakpoint
INSERT INTO "people" ("workspace_id", "id", "name", "capabilities")
VALUES ('local', 'local', 'Local operator', '{view,operate,review,admin}');--> statement-breakpoint

-- Rows that every commit updates leave room on their page, so that updates need no new index entries.
ALTER TABLE "runs" SET (fillfactor = 70);--> statement-breakpoint
ALTER TABLE "tasks" SET (fillfactor = 40);--> statement-breakpoint
ALTER TABLE "attempts" SET (fillfactor = 70);--> statement-breakpoint

-- Nobody changes what was written down about people. The one exception is the function below: who may not delete from the
-- table cannot use the setting.
CREATE FUNCTION "refuse_audit_change"() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('waymark.audit_purge', true) = 'on' THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'audit_log is append-only' USING ERRCODE = 'insufficient_privilege';
END;
$$;--> statement-breakpoint
CREATE TRIGGER "audit_log_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_log"
FOR EACH STATEMENT EXECUTE FUNCTION "refuse_audit_change"();--> statement-breakpoint

-- Removes the oldest lines of a workspace, never one of the last 30 days, and writes down that it did and for whom. What is
-- done with other rights than those of the caller names everything in full and finds nothing of the caller's: a temporary
-- table of the same name would come first otherwise, with its triggers.
CREATE FUNCTION "public"."purge_audit_log"("workspace" text, "older_than_days" integer, "by_whom" jsonb, "batch" integer)
RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  "gone" integer;
BEGIN
  IF "older_than_days" IS NULL OR "older_than_days" < 30 THEN
    RAISE EXCEPTION 'lines of the last 30 days stay' USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM pg_catalog.set_config('waymark.audit_purge', 'on', true);
  WITH "oldest" AS (
    SELECT "id", "at" FROM "public"."audit_log" WHERE "workspace_id" = "workspace" ORDER BY "id" LIMIT "batch"
  )
  DELETE FROM "public"."audit_log" WHERE "id" IN (
    SELECT "id" FROM "oldest"
    WHERE "at" < pg_catalog.clock_timestamp() - pg_catalog.make_interval(days => "older_than_days")
  );
  GET DIAGNOSTICS "gone" = ROW_COUNT;
  PERFORM pg_catalog.set_config('waymark.audit_purge', 'off', true);
  IF "gone" > 0 THEN
    INSERT INTO "public"."audit_log" ("workspace_id", "at", "actor", "action", "provenance", "accepted", "details")
    VALUES ("workspace", pg_catalog.clock_timestamp(), "by_whom", 'audit_purged', 'person', true,
      pg_catalog.jsonb_build_object('removed', "gone", 'olderThanDays', "older_than_days"));
  END IF;
  RETURN "gone";
END;
$$;--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION "public"."purge_audit_log"(text, integer, jsonb, integer) FROM PUBLIC;--> statement-breakpoint

-- A superuser who migrates hands the function to a role that may do this and nothing else. Any other owner keeps it: who is
-- no superuser may not make roles, and need not.
DO $$
BEGIN
  IF NOT (SELECT "rolsuper" FROM pg_catalog.pg_roles WHERE "rolname" = current_user) THEN
    RETURN;
  END IF;
  BEGIN
    CREATE ROLE "waymark_audit" NOLOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS;
  EXCEPTION WHEN duplicate_object OR unique_violation THEN
    -- Of another database of this server, perhaps made at the same moment.
    IF EXISTS (SELECT FROM pg_catalog.pg_roles WHERE "rolname" = 'waymark_audit' AND ("rolsuper" OR "rolcanlogin")) THEN
      RAISE EXCEPTION 'the role waymark_audit is there already, and may do more than own a function';
    END IF;
  END;
  GRANT USAGE ON SCHEMA "public" TO "waymark_audit";
  GRANT SELECT, INSERT, DELETE ON "public"."audit_log" TO "waymark_audit";
  ALTER FUNCTION "public"."purge_audit_log"(text, integer, jsonb, integer) OWNER TO "waymark_audit";
END;
$$;--> statement-breakpoint

-- Takes the mark off the days of calls that are removed, changed or come late. The row of a day that is being added up is
-- locked: the second of two sees what the first did.
CREATE FUNCTION "forget_cost_days"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "cost_days" AS "known" ("workspace_id", "day", "kept")
  SELECT DISTINCT "workspace_id", ("at" AT TIME ZONE 'UTC')::date, false FROM "changed" ORDER BY 1, 2
  ON CONFLICT ("workspace_id", "day") DO UPDATE SET "kept" = false WHERE "known"."kept";
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE FUNCTION "forget_cost_day"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "cost_days" AS "known" ("workspace_id", "day", "kept")
  VALUES (NEW."workspace_id", (NEW."at" AT TIME ZONE 'UTC')::date, false)
  ON CONFLICT ("workspace_id", "day") DO UPDATE SET "kept" = false WHERE "known"."kept";
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE TRIGGER "model_calls_removed" AFTER DELETE ON "model_calls" REFERENCING OLD TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "forget_cost_days"();--> statement-breakpoint
CREATE TRIGGER "model_calls_were" AFTER UPDATE ON "model_calls" REFERENCING OLD TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "forget_cost_days"();--> statement-breakpoint
CREATE TRIGGER "model_calls_are" AFTER UPDATE ON "model_calls" REFERENCING NEW TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "forget_cost_days"();--> statement-breakpoint
-- A day is added up an hour after its end: a call of an earlier moment is late, and no other costs more than this look.
CREATE TRIGGER "model_calls_late" AFTER INSERT ON "model_calls"
FOR EACH ROW WHEN (NEW."at" < now() - interval '30 minutes') EXECUTE FUNCTION "forget_cost_day"();--> statement-breakpoint

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
