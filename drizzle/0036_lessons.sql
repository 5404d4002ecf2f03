CREATE TABLE "lesson_origins" (
	"workspace_id" text NOT NULL,
	"lesson_id" text NOT NULL,
	"run_id" text NOT NULL,
	"subject" text NOT NULL,
	"source" text NOT NULL,
	"person" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "lesson_origins_workspace_id_lesson_id_run_id_subject_pk" PRIMARY KEY("workspace_id","lesson_id","run_id","subject"),
	CONSTRAINT "lesson_origins_source_check" CHECK ("lesson_origins"."source" in ('retrospect', 'self_critique', 'override', 'replan', 'person'))
);
--> statement-breakpoint
CREATE TABLE "lesson_texts" (
	"workspace_id" text NOT NULL,
	"key" text NOT NULL,
	"lesson_id" text NOT NULL,
	CONSTRAINT "lesson_texts_workspace_id_key_pk" PRIMARY KEY("workspace_id","key")
);
--> statement-breakpoint
CREATE TABLE "lesson_uses" (
	"run_id" text NOT NULL,
	"key" text NOT NULL,
	"lesson_id" text NOT NULL,
	"version" integer NOT NULL,
	"workspace_id" text NOT NULL,
	"role" text NOT NULL,
	"from_version" integer NOT NULL,
	"plan_version" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "lesson_uses_run_id_key_lesson_id_version_pk" PRIMARY KEY("run_id","key","lesson_id","version"),
	CONSTRAINT "lesson_uses_role_check" CHECK ("lesson_uses"."role" in ('planner', 'replanner', 'reviewer'))
);
--> statement-breakpoint
CREATE TABLE "lesson_versions" (
	"workspace_id" text NOT NULL,
	"lesson_id" text NOT NULL,
	"version" integer NOT NULL,
	"text" text NOT NULL,
	"status" text NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"author" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "lesson_versions_workspace_id_lesson_id_version_pk" PRIMARY KEY("workspace_id","lesson_id","version"),
	CONSTRAINT "lesson_versions_status_check" CHECK ("lesson_versions"."status" in ('proposed', 'accepted', 'revoked'))
);
--> statement-breakpoint
CREATE TABLE "lessons" (
	"workspace_id" text NOT NULL,
	"id" text NOT NULL,
	"version" integer NOT NULL,
	"text" text NOT NULL,
	"words" text NOT NULL,
	"status" text NOT NULL,
	"source" text NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"demo" boolean DEFAULT false NOT NULL,
	"author" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (to_tsvector('english'::regconfig, words) || to_tsvector('simple'::regconfig, words)) STORED,
	CONSTRAINT "lessons_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "lessons_status_check" CHECK ("lessons"."status" in ('proposed', 'accepted', 'revoked')),
	CONSTRAINT "lessons_source_check" CHECK ("lessons"."source" in ('retrospect', 'self_critique', 'override', 'replan', 'person'))
);
--> statement-breakpoint
CREATE INDEX "lesson_origins_by_run" ON "lesson_origins" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "lesson_uses_by_lesson" ON "lesson_uses" USING btree ("workspace_id","lesson_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "lessons_by_age" ON "lessons" USING btree ("workspace_id","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "lessons_by_words" ON "lessons" USING gin ("search") WHERE "lessons"."status" = 'accepted';--> statement-breakpoint
CREATE INDEX "lessons_by_tag" ON "lessons" USING gin ("tags") WHERE "lessons"."status" = 'accepted';