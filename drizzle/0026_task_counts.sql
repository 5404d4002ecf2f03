ALTER TABLE "runs" DROP COLUMN "tasks_total";--> statement-breakpoint
ALTER TABLE "runs" DROP COLUMN "tasks_open";