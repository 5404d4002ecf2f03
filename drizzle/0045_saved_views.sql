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
CREATE INDEX "runs_by_owner" ON "runs" USING btree ("workspace_id",(created_by->>'id'),"created_at" DESC NULLS FIRST,"id");