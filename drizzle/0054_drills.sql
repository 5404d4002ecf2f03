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
	"outcome" text,
	"command_id" text,
	CONSTRAINT "drills_kind_check" CHECK ("drills"."kind" in ('plan_approval', 'control_waiver', 'plan_change', 'answer_release', 'plan_refinement', 'human_review', 'review_decision', 'tool_approval', 'tool_input', 'unknown_outcome', 'budget', 'replan_failed', 'model_unavailable', 'engine_fault')),
	CONSTRAINT "drills_status_check" CHECK ("drills"."status" in ('open', 'decided', 'expired')),
	CONSTRAINT "drills_verb_check" CHECK ("drills"."verb" in ('approve', 'edit', 'respond', 'reject', 'request_changes', 'CONTINUE', 'REPLAN', 'COMPLETE', 'ABORT', 'happened', 'run', 'retry', 'other', 'raise', 'complete', 'abort')),
	CONSTRAINT "drills_outcome_check" CHECK ("drills"."outcome" in ('found', 'missed', 'passed', 'false_alarm'))
);
--> statement-breakpoint
ALTER TABLE "workspace_setups" ADD COLUMN "drills_enabled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "workspace_setups" ADD COLUMN "drills_per_week" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "drill_reviewers" ADD CONSTRAINT "drill_reviewers_workspace_id_workspaces_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("workspace_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "drills_open" ON "drills" USING btree ("workspace_id","person_id") WHERE "drills"."status" = 'open';--> statement-breakpoint
CREATE INDEX "drills_by_run" ON "drills" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "drills_of_person" ON "drills" USING btree ("workspace_id","person_id","opened_at");--> statement-breakpoint
CREATE INDEX "drills_closed" ON "drills" USING btree ("workspace_id","closed_at");