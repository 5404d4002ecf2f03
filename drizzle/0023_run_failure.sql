ALTER TABLE "runs" RENAME COLUMN "trouble" TO "failure";--> statement-breakpoint
ALTER INDEX "runs_in_trouble" RENAME TO "runs_with_failure";