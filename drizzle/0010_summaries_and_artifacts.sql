CREATE TABLE "workspace_setups" (
	"workspace_id" text PRIMARY KEY NOT NULL,
	"version" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "tool_calls" ADD COLUMN "artifact" text;--> statement-breakpoint
ALTER TABLE "trajectory_steps" ADD COLUMN "summary" jsonb;