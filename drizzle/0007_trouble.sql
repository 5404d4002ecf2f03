ALTER TABLE "runs" ADD COLUMN "trouble" jsonb;--> statement-breakpoint
CREATE INDEX "runs_in_trouble" ON "runs" USING btree ("workspace_id") WHERE "runs"."trouble" is not null;