ALTER TABLE "run_events" ALTER COLUMN "actor" SET DATA TYPE json, ALTER COLUMN "payload" SET DATA TYPE json;--> statement-breakpoint
ALTER TABLE "trajectory_steps" ALTER COLUMN "body" SET DATA TYPE json, ALTER COLUMN "verbatim" SET DATA TYPE json, ALTER COLUMN "summary" SET DATA TYPE json, ALTER COLUMN "start" SET DATA TYPE json;--> statement-breakpoint
ALTER TABLE "runs" ALTER COLUMN "task_totals" SET DATA TYPE json, ALTER COLUMN "task_totals" SET DEFAULT '{"total":0,"open":0,"done":0,"unneeded":0,"failed":0,"rejected":0,"blocked":0,"skipped":0}'::json;--> statement-breakpoint
ALTER TABLE "tasks" ALTER COLUMN "result" SET DATA TYPE json;
