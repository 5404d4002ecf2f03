CREATE TABLE "finished_missions" (
	"run_id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"words" text NOT NULL,
	"demo" boolean DEFAULT false NOT NULL,
	"finished_at" timestamp (3) with time zone NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (to_tsvector('english'::regconfig, words) || to_tsvector('simple'::regconfig, words)) STORED
);
--> statement-breakpoint
CREATE INDEX "finished_missions_by_words" ON "finished_missions" USING gin ("search");--> statement-breakpoint
INSERT INTO "finished_missions" ("run_id", "workspace_id", "words", "demo", "finished_at")
SELECT "id", "workspace_id", left(regexp_replace(lower("mission"), '[^[:alnum:]]+', ' ', 'g'), 3000), 'demo' = ANY("tags"), "finished_at"
FROM "runs" WHERE "finished_at" IS NOT NULL;
