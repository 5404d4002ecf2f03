CREATE TABLE "blob_uses" (
	"run_id" text NOT NULL,
	"digest" text NOT NULL,
	"use" text NOT NULL,
	"workspace_id" text NOT NULL,
	CONSTRAINT "blob_uses_run_id_use_digest_pk" PRIMARY KEY("run_id","use","digest"),
	CONSTRAINT "blob_uses_use_check" CHECK ("blob_uses"."use" in ('state', 'payload'))
);
--> statement-breakpoint
CREATE TABLE "purges" (
	"run_id" text NOT NULL,
	"kind" text NOT NULL,
	"workspace_id" text NOT NULL,
	"purged_at" timestamp (3) with time zone NOT NULL,
	"open" boolean NOT NULL,
	CONSTRAINT "purges_run_id_kind_pk" PRIMARY KEY("run_id","kind"),
	CONSTRAINT "purges_kind_check" CHECK ("purges"."kind" in ('runs', 'payloads', 'live_text', 'blobs'))
);
--> statement-breakpoint
CREATE TABLE "retention_progress" (
	"workspace_id" text NOT NULL,
	"kind" text NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"purged_at" timestamp (3) with time zone,
	"removed" bigint DEFAULT 0 NOT NULL,
	"unreported" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "retention_progress_workspace_id_kind_pk" PRIMARY KEY("workspace_id","kind"),
	CONSTRAINT "retention_progress_kind_check" CHECK ("retention_progress"."kind" in ('runs', 'payloads', 'live_text', 'blobs'))
);
--> statement-breakpoint
CREATE TABLE "retention_settings" (
	"workspace_id" text NOT NULL,
	"kind" text NOT NULL,
	"keep_days" integer,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text NOT NULL,
	CONSTRAINT "retention_settings_workspace_id_kind_pk" PRIMARY KEY("workspace_id","kind"),
	CONSTRAINT "retention_settings_kind_check" CHECK ("retention_settings"."kind" in ('runs', 'payloads', 'live_text', 'blobs'))
);
--> statement-breakpoint
ALTER TABLE "blobs" ADD COLUMN "unused_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "live_text_purged_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "payloads_purged_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "retention_progress" ADD CONSTRAINT "retention_progress_workspace_id_workspaces_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("workspace_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retention_settings" ADD CONSTRAINT "retention_settings_workspace_id_workspaces_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("workspace_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "blob_uses_by_digest" ON "blob_uses" USING btree ("workspace_id","digest");--> statement-breakpoint
CREATE INDEX "purges_open" ON "purges" USING btree ("workspace_id","run_id") WHERE "purges"."open";--> statement-breakpoint
CREATE INDEX "approvals_closed" ON "approvals" USING btree ("workspace_id","opened_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "approvals"."status" <> 'open';--> statement-breakpoint
CREATE INDEX "run_events_forks" ON "run_events" USING btree (("payload" ->> 'parentRunId')) WHERE "run_events"."type" = 'run_forked';--> statement-breakpoint
CREATE INDEX "blobs_unused" ON "blobs" USING btree ("workspace_id","unused_since") WHERE "blobs"."unused_since" is not null;--> statement-breakpoint
CREATE INDEX "runs_with_gates" ON "runs" USING btree ("workspace_id","created_at" DESC NULLS FIRST,"id") WHERE "runs"."open_approvals" > 0;--> statement-breakpoint
CREATE INDEX "runs_finished" ON "runs" USING btree ("workspace_id","finished_at") WHERE "runs"."finished_at" is not null;--> statement-breakpoint
CREATE INDEX "runs_with_payloads" ON "runs" USING btree ("workspace_id","finished_at") WHERE "runs"."finished_at" is not null and "runs"."payloads_purged_at" is null;--> statement-breakpoint
CREATE INDEX "runs_with_live_text" ON "runs" USING btree ("workspace_id","finished_at") WHERE "runs"."finished_at" is not null and "runs"."live_text_purged_at" is null;--> statement-breakpoint

-- Which runs hold the blobs there are: their events name them by digest, and those of tool calls may go before the run.
INSERT INTO "blob_uses" ("run_id", "digest", "use", "workspace_id")
SELECT DISTINCT "events"."run_id", "named"."digest"[1],
  CASE "events"."type" WHEN 'tool_finished' THEN 'payload' ELSE 'state' END, "events"."workspace_id"
FROM "run_events" AS "events"
CROSS JOIN LATERAL regexp_matches("events"."payload"::text, '[0-9a-f]{64}', 'g') AS "named" ("digest")
JOIN "blobs" ON "blobs"."workspace_id" = "events"."workspace_id" AND "blobs"."digest" = "named"."digest"[1]
UNION
SELECT "run_id", "artifact", 'payload', "workspace_id" FROM "tool_calls" WHERE "artifact" IS NOT NULL
ON CONFLICT DO NOTHING;--> statement-breakpoint

-- The one exception: inside the function below. Who may not delete from the table cannot use the setting.
CREATE OR REPLACE FUNCTION "refuse_audit_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('waymark.audit_purge', true) = 'on' THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'audit_log is append-only' USING ERRCODE = 'insufficient_privilege';
END;
$$;--> statement-breakpoint

-- Removes the oldest lines of a workspace, never one of the last 30 days, and writes down that it did and for whom.
CREATE FUNCTION "purge_audit_log"("workspace" text, "older_than_days" integer, "by_whom" jsonb, "batch" integer)
RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  "gone" integer;
BEGIN
  IF "older_than_days" IS NULL OR "older_than_days" < 30 THEN
    RAISE EXCEPTION 'lines of the last 30 days stay' USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM set_config('waymark.audit_purge', 'on', true);
  WITH "oldest" AS (
    SELECT "id", "at" FROM "audit_log" WHERE "workspace_id" = "workspace" ORDER BY "id" LIMIT "batch"
  )
  DELETE FROM "audit_log" WHERE "id" IN (
    SELECT "id" FROM "oldest" WHERE "at" < clock_timestamp() - make_interval(days => "older_than_days")
  );
  GET DIAGNOSTICS "gone" = ROW_COUNT;
  PERFORM set_config('waymark.audit_purge', 'off', true);
  IF "gone" > 0 THEN
    INSERT INTO "audit_log" ("workspace_id", "at", "actor", "action", "provenance", "accepted", "details")
    VALUES ("workspace", clock_timestamp(), "by_whom", 'audit_purged', 'person', true,
      jsonb_build_object('removed', "gone", 'olderThanDays', "older_than_days"));
  END IF;
  RETURN "gone";
END;
$$;--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION "purge_audit_log"(text, integer, jsonb, integer) FROM PUBLIC;
