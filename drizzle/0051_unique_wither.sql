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
	CONSTRAINT "templates_kind_check" CHECK ("templates"."kind" in ('plan'))
);
--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "template_id" text;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "template_version" integer;--> statement-breakpoint
CREATE INDEX "runs_by_template" ON "runs" USING btree ("workspace_id","template_id","template_version") WHERE "runs"."template_id" is not null;