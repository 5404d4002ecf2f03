ALTER TABLE "plan_versions" ADD COLUMN "critique" jsonb;--> statement-breakpoint
ALTER TABLE "plan_versions" ADD COLUMN "verdicts" jsonb DEFAULT '{}'::jsonb NOT NULL;