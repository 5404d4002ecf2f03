CREATE TABLE "cost_day_sums" (
	"workspace_id" text NOT NULL,
	"side" text NOT NULL,
	"day" date NOT NULL,
	"line" text NOT NULL,
	"key" text NOT NULL,
	"calls" integer NOT NULL,
	"failed_calls" integer NOT NULL,
	"uncosted_calls" integer NOT NULL,
	"uncounted_calls" integer NOT NULL,
	"input_tokens" double precision NOT NULL,
	"cached_input_tokens" double precision NOT NULL,
	"output_tokens" double precision NOT NULL,
	"reasoning_tokens" double precision NOT NULL,
	"cost_micro_usd" double precision NOT NULL,
	"latency_ms" double precision NOT NULL,
	"costs" "bytea",
	"latencies" "bytea",
	CONSTRAINT "cost_day_sums_workspace_id_side_day_line_key_pk" PRIMARY KEY("workspace_id","side","day","line","key"),
	CONSTRAINT "cost_day_sums_side_check" CHECK ("cost_day_sums"."side" in ('all', 'role', 'model', 'agent', 'version', 'retry', 'run')),
	CONSTRAINT "cost_day_sums_line_check" CHECK ("cost_day_sums"."line" in ('run', 'replay', 'eval', 'probe', 'simulated'))
);
--> statement-breakpoint
CREATE TABLE "cost_days" (
	"workspace_id" text NOT NULL,
	"day" date NOT NULL,
	"kept" boolean NOT NULL,
	CONSTRAINT "cost_days_workspace_id_day_pk" PRIMARY KEY("workspace_id","day")
);
--> statement-breakpoint

-- Takes the mark off the days of calls that are removed, changed or come late. The row of a day that is being added up is
-- locked: the second of two sees what the first did.
CREATE FUNCTION "forget_cost_days"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "cost_days" AS "known" ("workspace_id", "day", "kept")
  SELECT DISTINCT "workspace_id", ("at" AT TIME ZONE 'UTC')::date, false FROM "changed" ORDER BY 1, 2
  ON CONFLICT ("workspace_id", "day") DO UPDATE SET "kept" = false WHERE "known"."kept";
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE FUNCTION "forget_cost_day"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "cost_days" AS "known" ("workspace_id", "day", "kept")
  VALUES (NEW."workspace_id", (NEW."at" AT TIME ZONE 'UTC')::date, false)
  ON CONFLICT ("workspace_id", "day") DO UPDATE SET "kept" = false WHERE "known"."kept";
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE TRIGGER "model_calls_removed" AFTER DELETE ON "model_calls" REFERENCING OLD TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "forget_cost_days"();--> statement-breakpoint
CREATE TRIGGER "model_calls_were" AFTER UPDATE ON "model_calls" REFERENCING OLD TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "forget_cost_days"();--> statement-breakpoint
CREATE TRIGGER "model_calls_are" AFTER UPDATE ON "model_calls" REFERENCING NEW TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "forget_cost_days"();--> statement-breakpoint
-- A day is added up an hour after its end: a call of an earlier moment is late, and no other costs more than this look.
CREATE TRIGGER "model_calls_late" AFTER INSERT ON "model_calls"
FOR EACH ROW WHEN (NEW."at" < now() - interval '30 minutes') EXECUTE FUNCTION "forget_cost_day"();
