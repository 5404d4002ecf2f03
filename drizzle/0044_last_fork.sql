-- A fork of a fork has the events of both, and comes from the run that the last of them names.
UPDATE "runs" SET "parent_run_id" = forked.payload ->> 'parentRunId', "parent_seq" = (forked.payload ->> 'fromSeq')::integer
FROM (
	SELECT DISTINCT ON ("run_id") "run_id", "payload" FROM "run_events" WHERE "type" = 'run_forked'
	ORDER BY "run_id", "seq" DESC
) AS forked
WHERE forked.run_id = "runs"."id"
	AND "runs"."parent_run_id" IS DISTINCT FROM forked.payload ->> 'parentRunId';
