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
ALTER TABLE "purges" ADD COLUMN "by_person" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "data_exports_by_age" ON "data_exports" USING btree ("workspace_id","started_at");