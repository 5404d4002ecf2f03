CREATE TABLE "comment_replies" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"run_id" text NOT NULL,
	"comment_id" text NOT NULL,
	"person_id" text NOT NULL,
	"by" jsonb NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
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
	"status" text NOT NULL,
	"round" integer,
	"sent_version" integer,
	"sent_at" timestamp (3) with time zone,
	"outcome" text,
	"note" text,
	"change" jsonb,
	"answered_version" integer,
	"resolved_by" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"edited_at" timestamp (3) with time zone,
	CONSTRAINT "comments_label_check" CHECK ("comments"."label" in ('clarify', 'needs_check', 'out_of_scope', 'good')),
	CONSTRAINT "comments_status_check" CHECK ("comments"."status" in ('open', 'sent', 'addressed', 'answered', 'declined', 'resolved')),
	CONSTRAINT "comments_outcome_check" CHECK ("comments"."outcome" in ('addressed', 'answered', 'declined', 'unanswered'))
);
--> statement-breakpoint
CREATE INDEX "comment_replies_of_run" ON "comment_replies" USING btree ("run_id","created_at");--> statement-breakpoint
CREATE INDEX "comments_of_run" ON "comments" USING btree ("run_id","created_at");