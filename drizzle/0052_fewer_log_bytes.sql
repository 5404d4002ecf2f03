DROP INDEX "model_calls_by_task";--> statement-breakpoint
DROP INDEX "tasks_by_lineage";--> statement-breakpoint
-- Every task's row is written again when it starts and when it ends: with room on its page, its index entry stays.
ALTER TABLE "tasks" SET (fillfactor = 50);--> statement-breakpoint
-- The log of an update holds what stands between the first and the last column that it changes, and each commit changes
-- "seq": behind the mission, it no longer takes that along.
ALTER TABLE "runs" ADD COLUMN "last_seq" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "runs" SET "last_seq" = "seq" WHERE "seq" <> 0;--> statement-breakpoint
ALTER TABLE "runs" DROP COLUMN "seq";--> statement-breakpoint
ALTER TABLE "runs" RENAME COLUMN "last_seq" TO "seq";
