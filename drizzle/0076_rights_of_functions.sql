-- What is done with other rights than those of the caller names everything in full and finds nothing of the caller's:
-- a temporary table of the same name would come first otherwise, with its triggers.
CREATE OR REPLACE FUNCTION "public"."purge_audit_log"("workspace" text, "older_than_days" integer, "by_whom" jsonb, "batch" integer)
RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  "gone" integer;
BEGIN
  IF "older_than_days" IS NULL OR "older_than_days" < 30 THEN
    RAISE EXCEPTION 'lines of the last 30 days stay' USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM pg_catalog.set_config('waymark.audit_purge', 'on', true);
  WITH "oldest" AS (
    SELECT "id", "at" FROM "public"."audit_log" WHERE "workspace_id" = "workspace" ORDER BY "id" LIMIT "batch"
  )
  DELETE FROM "public"."audit_log" WHERE "id" IN (
    SELECT "id" FROM "oldest"
    WHERE "at" < pg_catalog.clock_timestamp() - pg_catalog.make_interval(days => "older_than_days")
  );
  GET DIAGNOSTICS "gone" = ROW_COUNT;
  PERFORM pg_catalog.set_config('waymark.audit_purge', 'off', true);
  IF "gone" > 0 THEN
    INSERT INTO "public"."audit_log" ("workspace_id", "at", "actor", "action", "provenance", "accepted", "details")
    VALUES ("workspace", pg_catalog.clock_timestamp(), "by_whom", 'audit_purged', 'person', true,
      pg_catalog.jsonb_build_object('removed', "gone", 'olderThanDays', "older_than_days"));
  END IF;
  RETURN "gone";
END;
$$;--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION "public"."purge_audit_log"(text, integer, jsonb, integer) FROM PUBLIC;--> statement-breakpoint
ALTER FUNCTION "public"."refuse_audit_change"() SET search_path = pg_catalog, pg_temp;--> statement-breakpoint

-- A superuser who migrates hands the function to a role that may do this and nothing else. Any other owner keeps it: who is
-- no superuser may not make roles, and need not.
DO $$
BEGIN
  IF NOT (SELECT "rolsuper" FROM pg_catalog.pg_roles WHERE "rolname" = current_user) THEN
    RETURN;
  END IF;
  BEGIN
    CREATE ROLE "waymark_audit" NOLOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS;
  EXCEPTION WHEN duplicate_object OR unique_violation THEN
    -- Of another database of this server, perhaps made at the same moment.
    IF EXISTS (SELECT FROM pg_catalog.pg_roles WHERE "rolname" = 'waymark_audit' AND ("rolsuper" OR "rolcanlogin")) THEN
      RAISE EXCEPTION 'the role waymark_audit is there already, and may do more than own a function';
    END IF;
  END;
  GRANT USAGE ON SCHEMA "public" TO "waymark_audit";
  GRANT SELECT, INSERT, DELETE ON "public"."audit_log" TO "waymark_audit";
  ALTER FUNCTION "public"."purge_audit_log"(text, integer, jsonb, integer) OWNER TO "waymark_audit";
END;
$$;
