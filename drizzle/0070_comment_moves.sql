ALTER TABLE "comments" ADD COLUMN "moves" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
UPDATE "comments" SET "moves" = told."moves"
  FROM (
    SELECT "details" ->> 'commentId' AS "comment_id", jsonb_agg(jsonb_build_object(
        'to', CASE "action" WHEN 'comment_resolved' THEN 'resolved' ELSE 'open' END,
        'at', floor(extract(epoch FROM "at") * 1000), 'by', "actor") ORDER BY "id") AS "moves"
      FROM "audit_log" WHERE "action" IN ('comment_resolved', 'comment_reopened') GROUP BY 1
  ) told
  WHERE told."comment_id" = "comments"."id";
