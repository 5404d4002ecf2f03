-- The workspace and the person there are while accounts are off.
INSERT INTO "workspaces" ("workspace_id", "name") VALUES ('local', 'Local workspace');--> statement-breakpoint
INSERT INTO "people" ("workspace_id", "id", "name", "capabilities")
VALUES ('local', 'local', 'Local operator', '{view,operate,review,admin}');--> statement-breakpoint

-- Rows that every commit updates leave room on their page, so that updates need no new index entries.
ALTER TABLE "runs" SET (fillfactor = 70);--> statement-breakpoint
ALTER TABLE "tasks" SET (fillfactor = 70);--> statement-breakpoint
ALTER TABLE "attempts" SET (fillfactor = 70);--> statement-breakpoint

-- Nobody changes what was written down about people.
CREATE FUNCTION "refuse_audit_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit_log is append-only' USING ERRCODE = 'insufficient_privilege';
END;
$$;--> statement-breakpoint
CREATE TRIGGER "audit_log_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_log"
FOR EACH STATEMENT EXECUTE FUNCTION "refuse_audit_change"();
