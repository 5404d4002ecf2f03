ALTER TABLE "runs" ALTER COLUMN "task_totals" SET DEFAULT '{"total":0,"open":0,"done":0,"unneeded":0,"failed":0,"rejected":0,"blocked":0,"skipped":0,"verified":0,"unverified":0}'::json;--> statement-breakpoint
UPDATE "runs" SET "task_totals" = ("task_totals"::jsonb || '{"verified":0,"unverified":0}')::json
  WHERE "status" IN ('planning', 'waiting', 'running', 'paused', 'finishing', 'completed', 'failed', 'aborted', 'cancelled');--> statement-breakpoint
UPDATE "runs" SET "task_totals" = ("task_totals"::jsonb || counted."totals")::json FROM (
  SELECT t."run_id", jsonb_build_object(
    'verified', count(*) FILTER (WHERE a."checked"),
    'unverified', count(*) FILTER (WHERE a."checked" IS NOT TRUE)
  ) AS "totals"
  FROM "runs" r
  JOIN "plan_versions" v ON v."run_id" = r."id" AND v."version" = r."plan_version"
  CROSS JOIN LATERAL jsonb_array_elements(
    CASE WHEN jsonb_typeof(v."plan" -> 'tasks') = 'array' THEN v."plan" -> 'tasks' ELSE '[]' END
  ) AS planned
  JOIN "tasks" t ON t."run_id" = r."id" AND t."task_id" = planned ->> 'id'
  LEFT JOIN LATERAL (
    SELECT "outcome" = 'succeeded' AND jsonb_array_length(coalesce("checks", '[]')) > 0 AS "checked"
    FROM "attempts" WHERE "run_id" = t."run_id" AND "task_id" = t."task_id"
    ORDER BY "attempt" DESC LIMIT 1
  ) a ON true
  WHERE r."status" IN ('planning', 'waiting', 'running', 'paused', 'finishing', 'completed', 'failed', 'aborted', 'cancelled')
    AND t."status" = 'succeeded' AND t."type" IN ('task', 'direct', 'synthesis_gate')
  GROUP BY t."run_id"
) AS counted WHERE counted."run_id" = "runs"."id";
