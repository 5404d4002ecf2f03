ALTER TABLE "comment_questions" ADD COLUMN "since" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "comment_questions" ADD COLUMN "ended_since" integer;--> statement-breakpoint
ALTER TABLE "comment_questions" ADD COLUMN "past" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "comment_replies" ADD COLUMN "since" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "past" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "since" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "comments" c SET "since" = 1 + coalesce((
  SELECT e."seq" FROM "run_events" e WHERE e."run_id" = c."run_id" AND e."at" <= c."created_at" ORDER BY e."seq" DESC LIMIT 1), 0);--> statement-breakpoint
UPDATE "comment_replies" r SET "since" = 1 + coalesce((
  SELECT e."seq" FROM "run_events" e WHERE e."run_id" = r."run_id" AND e."at" <= r."created_at" ORDER BY e."seq" DESC LIMIT 1), 0);--> statement-breakpoint
UPDATE "comment_questions" q SET
  "since" = 1 + coalesce((
    SELECT e."seq" FROM "run_events" e WHERE e."run_id" = q."run_id" AND e."at" <= q."asked_at" ORDER BY e."seq" DESC LIMIT 1), 0),
  "ended_since" = CASE WHEN q."ended_at" IS NOT NULL THEN 1 + coalesce((
    SELECT e."seq" FROM "run_events" e WHERE e."run_id" = q."run_id" AND e."at" <= q."ended_at" ORDER BY e."seq" DESC LIMIT 1), 0) END;--> statement-breakpoint
-- What became of each comment so far, played again from the events of its run and the moves of people between them.
DO $$
DECLARE
  step record;
BEGIN
  CREATE TABLE comments_replayed AS
    SELECT id, run_id, text, label, floor(extract(epoch FROM edited_at) * 1000) AS edited_at, 'open'::text AS status,
      NULL::int AS round, NULL::int AS sent_version, NULL::float8 AS sent_at, NULL::text AS outcome, NULL::text AS note,
      NULL::jsonb AS change, NULL::int AS answered_version, NULL::jsonb AS resolved_by, '[]'::jsonb AS past
    FROM comments WHERE round IS NOT NULL OR moves <> '[]'::jsonb;
  CREATE INDEX ON comments_replayed (run_id);
  FOR step IN
    SELECT e.run_id, e.seq, true AS is_event, floor(extract(epoch FROM e.at) * 1000) AS at, e.type, e.plan_version,
      e.payload::jsonb AS payload, NULL::text AS comment_id
    FROM run_events e WHERE e.run_id IN (SELECT run_id FROM comments_replayed) AND e.type IN ('approval_decided', 'replan_requested',
      'plan_version_offered', 'plan_version_adopted', 'plan_version_declined', 'replan_withdrawn', 'replan_failed',
      'run_finished')
    UNION ALL
    SELECT c.run_id, 1 + coalesce((
        SELECT e.seq FROM run_events e
        WHERE e.run_id = c.run_id AND e.at <= to_timestamp((move ->> 'at')::float8 / 1000) ORDER BY e.seq DESC LIMIT 1), 0),
      false, (move ->> 'at')::float8, 'moved', 0, move, c.id
    FROM comments c CROSS JOIN jsonb_array_elements(c.moves) move
    ORDER BY run_id, seq, is_event, at
  LOOP
    WITH changed AS (
      SELECT r.id, n.status, n.round, n.sent_version, n.sent_at, n.outcome, n.note, n.change, n.answered_version,
        n.resolved_by
      FROM comments_replayed r CROSS JOIN LATERAL (
        SELECT step.payload ->> 'to' AS status, r.round, r.sent_version, r.sent_at, r.outcome, r.note, r.change,
          r.answered_version,
          CASE WHEN step.payload ->> 'to' = 'resolved' THEN step.payload -> 'by' END AS resolved_by
        WHERE step.type = 'moved' AND r.id = step.comment_id
        UNION ALL
        SELECT 'sent', (sent.round ->> 'number')::int, step.plan_version, step.at, NULL, NULL, NULL, NULL, r.resolved_by
        FROM (SELECT coalesce(step.payload -> 'round', step.payload #> '{cause,round}') AS round) sent
        WHERE step.type IN ('approval_decided', 'replan_requested') AND r.status = 'open'
          AND sent.round -> 'comments' @> jsonb_build_array(jsonb_build_object('id', r.id))
        UNION ALL
        SELECT CASE
            WHEN r.status = 'resolved' THEN r.status
            WHEN said ->> 'outcome' = 'unanswered' THEN 'open'
            WHEN said ->> 'outcome' = 'addressed' AND said #>> '{change,removed}' = 'false'
              AND said #>> '{change,added}' = '0' AND said #> '{change,fields}' = '[]'::jsonb
              AND coalesce((said #>> '{change,tasks,removed}')::int + (said #>> '{change,tasks,changed}')::int, 0) = 0
              THEN 'open'
            ELSE said ->> 'outcome' END,
          r.round, r.sent_version, r.sent_at, said ->> 'outcome', said ->> 'note', said -> 'change',
          (step.payload ->> 'version')::int, r.resolved_by
        FROM jsonb_array_elements(coalesce(step.payload -> 'dispositions', '[]'::jsonb)) said
        WHERE step.type IN ('plan_version_offered', 'plan_version_adopted') AND said ->> 'comment' = r.id
          AND r.answered_version IS DISTINCT FROM (step.payload ->> 'version')::int
        UNION ALL
        SELECT CASE WHEN r.status = 'resolved' THEN r.status ELSE 'open' END, r.round, r.sent_version, r.sent_at,
          NULL, NULL, NULL, NULL, r.resolved_by
        WHERE step.type = 'plan_version_declined' AND r.answered_version = (step.payload ->> 'version')::int
        UNION ALL
        SELECT 'open', r.round, r.sent_version, r.sent_at, r.outcome, r.note, r.change, r.answered_version, r.resolved_by
        WHERE r.status = 'sent' AND (step.type IN ('run_finished', 'replan_withdrawn', 'replan_failed')
          OR step.type = 'plan_version_declined' AND step.payload ->> 'again' IS DISTINCT FROM 'true'
          OR step.type = 'plan_version_adopted' AND step.payload ->> 'origin' = 'person'
            AND (step.payload ->> 'version')::int > 1 AND step.payload -> 'dispositions' IS NULL)
      ) n
      WHERE r.run_id = step.run_id
    )
    UPDATE comments_replayed r SET status = n.status, round = n.round, sent_version = n.sent_version, sent_at = n.sent_at,
      outcome = n.outcome, note = n.note, change = n.change, answered_version = n.answered_version,
      resolved_by = n.resolved_by,
      past = CASE WHEN (r.past -> -1 ->> 'until')::int = step.seq THEN r.past
        ELSE r.past || jsonb_build_object('until', step.seq, 'text', r.text, 'label', r.label, 'editedAt', r.edited_at,
          'status', r.status, 'round', r.round, 'sentVersion', r.sent_version, 'sentAt', r.sent_at,
          'outcome', r.outcome, 'note', r.note, 'change', r.change, 'answeredVersion', r.answered_version,
          'resolvedBy', r.resolved_by) END
    FROM changed n WHERE n.id = r.id;
  END LOOP;
  UPDATE comments c SET past = r.past FROM comments_replayed r WHERE r.id = c.id;
  DROP TABLE comments_replayed;
END $$;
