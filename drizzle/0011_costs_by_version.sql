ALTER TABLE "model_calls" ADD COLUMN "plan_version" integer;--> statement-breakpoint
ALTER TABLE "model_calls" ADD COLUMN "agent" text;