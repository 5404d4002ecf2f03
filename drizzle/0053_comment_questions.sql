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
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "comment_questions_status_check" CHECK ("comment_questions"."status" in ('waiting', 'asking', 'answered', 'failed')),
	CONSTRAINT "comment_questions_failure_check" CHECK ("comment_questions"."failure" in ('unknown_model', 'auth', 'bad_request', 'rate_limited', 'quota', 'unavailable', 'timeout', 'context_overflow', 'cut_stream', 'aborted', 'no_room', 'unreadable', 'fault'))
);
--> statement-breakpoint
ALTER TABLE "model_defaults" DROP CONSTRAINT "model_defaults_role_check";--> statement-breakpoint
ALTER TABLE "model_roles" DROP CONSTRAINT "model_roles_role_check";--> statement-breakpoint
ALTER TABLE "cost_day_sums" DROP CONSTRAINT "cost_day_sums_line_check";--> statement-breakpoint
ALTER TABLE "model_calls" DROP CONSTRAINT "model_calls_purpose_check";--> statement-breakpoint
ALTER TABLE "model_calls" DROP CONSTRAINT "model_calls_role_check";--> statement-breakpoint
ALTER TABLE "stream_chunks" DROP CONSTRAINT "stream_chunks_role_check";--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "is_question" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "comment_questions_of_run" ON "comment_questions" USING btree ("run_id","asked_at");--> statement-breakpoint
CREATE INDEX "comment_questions_open" ON "comment_questions" USING btree ("asked_at","id") WHERE "comment_questions"."ended_at" is null;--> statement-breakpoint
ALTER TABLE "model_defaults" ADD CONSTRAINT "model_defaults_role_check" CHECK ("model_defaults"."role" in ('default', 'planner', 'critic', 'quality_gate', 'agent', 'verification', 'synthesis', 'reviewer', 'replanner', 'summarizer', 'answer', 'critique', 'revision', 'trajectory_summarizer', 'detailer', 'retrospective', 'self_critic', 'reasoner', 'refiner', 'explain'));--> statement-breakpoint
ALTER TABLE "model_roles" ADD CONSTRAINT "model_roles_role_check" CHECK ("model_roles"."role" in ('default', 'planner', 'critic', 'quality_gate', 'agent', 'verification', 'synthesis', 'reviewer', 'replanner', 'summarizer', 'answer', 'critique', 'revision', 'trajectory_summarizer', 'detailer', 'retrospective', 'self_critic', 'reasoner', 'refiner', 'explain'));--> statement-breakpoint
ALTER TABLE "cost_day_sums" ADD CONSTRAINT "cost_day_sums_line_check" CHECK ("cost_day_sums"."line" in ('run', 'replay', 'eval', 'probe', 'question', 'simulated'));--> statement-breakpoint
ALTER TABLE "model_calls" ADD CONSTRAINT "model_calls_purpose_check" CHECK ("model_calls"."purpose" in ('run', 'replay', 'eval', 'probe', 'question'));--> statement-breakpoint
ALTER TABLE "model_calls" ADD CONSTRAINT "model_calls_role_check" CHECK ("model_calls"."role" in ('planner', 'critic', 'quality_gate', 'agent', 'verification', 'synthesis', 'reviewer', 'replanner', 'summarizer', 'answer', 'critique', 'revision', 'trajectory_summarizer', 'detailer', 'retrospective', 'self_critic', 'reasoner', 'refiner', 'explain', 'probe'));--> statement-breakpoint
ALTER TABLE "stream_chunks" ADD CONSTRAINT "stream_chunks_role_check" CHECK ("stream_chunks"."role" in ('planner', 'critic', 'quality_gate', 'agent', 'verification', 'synthesis', 'reviewer', 'replanner', 'summarizer', 'answer', 'critique', 'revision', 'trajectory_summarizer', 'detailer', 'retrospective', 'self_critic', 'reasoner', 'refiner', 'explain', 'tool'));