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
ALTER TABLE "run_attachments" ADD CONSTRAINT "run_attachments_file" FOREIGN KEY ("workspace_id","attachment_id") REFERENCES "public"."attachments"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attachments_by_age" ON "attachments" USING btree ("kept_until");--> statement-breakpoint
CREATE INDEX "run_attachments_by_file" ON "run_attachments" USING btree ("workspace_id","attachment_id");