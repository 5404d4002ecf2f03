ALTER TABLE "runs" ADD COLUMN "task_totals" jsonb DEFAULT '{"total":0,"open":0,"done":0,"unneeded":0,"failed":0,"rejected":0,"blocked":0,"skipped":0}'::jsonb NOT NULL;--> statement-breakpoint
UPDATE "runs" SET "task_totals" = counted.totals FROM (
  SELECT r."id", jsonb_build_object(
    'total', count(*),
    'open', count(*) FILTER (WHERE t."status" IN ('pending', 'running', 'waiting')),
    'done', count(*) FILTER (WHERE t."status" = 'succeeded'),
    'rejected', count(*) FILTER (WHERE t."status" IN ('failed', 'skipped', 'blocked') AND t."failure_code" = 'rejected'),
    'failed', count(*) FILTER (WHERE t."status" = 'failed' AND t."failure_code" IS DISTINCT FROM 'rejected'),
    'blocked', count(*) FILTER (WHERE t."status" = 'blocked' AND t."failure_code" IS DISTINCT FROM 'rejected'),
    'skipped', count(*) FILTER (WHERE t."status" = 'skipped' AND t."failure_code" IS DISTINCT FROM 'rejected'
      AND coalesce(t."diagnosis", '') NOT LIKE 'its condition does not hold%'),
    'unneeded', count(*) FILTER (WHERE t."status" = 'aborted' OR (t."status" = 'skipped'
      AND t."failure_code" IS DISTINCT FROM 'rejected' AND t."diagnosis" LIKE 'its condition does not hold%'))
  ) AS totals
  FROM "runs" r
  JOIN "plan_versions" v ON v."run_id" = r."id" AND v."version" = r."plan_version"
  CROSS JOIN LATERAL jsonb_array_elements(v."plan" -> 'tasks') AS planned
  JOIN "tasks" t ON t."run_id" = r."id" AND t."task_id" = planned ->> 'id'
  GROUP BY r."id"
) AS counted WHERE counted."id" = "runs"."id";
