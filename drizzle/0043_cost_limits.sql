ALTER TABLE "runs" ADD COLUMN "max_cost_micro_usd" double precision;--> statement-breakpoint
UPDATE "runs" SET "max_cost_micro_usd" = (created."payload" -> 'settings' ->> 'maxCostMicroUsd')::double precision
  FROM "run_events" created
  WHERE created."run_id" = "runs"."id" AND created."seq" = 1 AND created."payload" -> 'settings' ->> 'maxCostMicroUsd' IS NOT NULL;
