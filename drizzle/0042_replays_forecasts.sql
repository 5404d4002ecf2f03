CREATE TABLE "plan_forecasts" (
	"run_id" text NOT NULL,
	"version" integer NOT NULL,
	"workspace_id" text NOT NULL,
	"forecast" jsonb NOT NULL,
	"computed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "plan_forecasts_run_id_version_pk" PRIMARY KEY("run_id","version")
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
ALTER TABLE "model_calls" ADD COLUMN "purpose" text DEFAULT 'run' NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "parent_run_id" text;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "parent_seq" integer;--> statement-breakpoint
ALTER TABLE "plan_forecasts" ADD CONSTRAINT "plan_forecasts_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replay_steps" ADD CONSTRAINT "replay_steps_replay_id_replays_id_fk" FOREIGN KEY ("replay_id") REFERENCES "public"."replays"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replay_steps" ADD CONSTRAINT "replay_steps_workspace_id_workspaces_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("workspace_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replays" ADD CONSTRAINT "replays_workspace_id_workspaces_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("workspace_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "replays_by_age" ON "replays" USING btree ("workspace_id","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "replays_by_run" ON "replays" USING btree ("workspace_id","run_id") WHERE "replays"."run_id" is not null;--> statement-breakpoint
CREATE INDEX "runs_by_parent" ON "runs" USING btree ("workspace_id","parent_run_id") WHERE "runs"."parent_run_id" is not null;--> statement-breakpoint
ALTER TABLE "model_calls" ADD CONSTRAINT "model_calls_purpose_check" CHECK ("model_calls"."purpose" in ('run', 'replay', 'eval', 'probe'));--> statement-breakpoint
UPDATE "runs" SET "parent_run_id" = event.payload ->> 'parentRunId', "parent_seq" = (event.payload ->> 'fromSeq')::integer
FROM "run_events" AS event WHERE event.run_id = "runs"."id" AND event.type = 'run_forked';
