CREATE TABLE "example_uses" (
	"run_id" text NOT NULL,
	"key" text NOT NULL,
	"example_id" text NOT NULL,
	"version" integer NOT NULL,
	"workspace_id" text NOT NULL,
	"role" text NOT NULL,
	"task_id" text,
	"attempt" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "example_uses_run_id_key_example_id_version_pk" PRIMARY KEY("run_id","key","example_id","version"),
	CONSTRAINT "example_uses_role_check" CHECK ("example_uses"."role" in ('agent', 'planner'))
);
--> statement-breakpoint
CREATE TABLE "example_versions" (
	"workspace_id" text NOT NULL,
	"example_id" text NOT NULL,
	"version" integer NOT NULL,
	"example" json NOT NULL,
	"tools" text[] NOT NULL,
	"enabled" boolean NOT NULL,
	"author" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "example_versions_workspace_id_example_id_version_pk" PRIMARY KEY("workspace_id","example_id","version")
);
--> statement-breakpoint
CREATE TABLE "examples" (
	"workspace_id" text NOT NULL,
	"id" text NOT NULL,
	"version" integer NOT NULL,
	"kind" text NOT NULL,
	"example" json NOT NULL,
	"words" text NOT NULL,
	"tools" text[] NOT NULL,
	"enabled" boolean NOT NULL,
	"source" text NOT NULL,
	"demo" boolean NOT NULL,
	"author" text NOT NULL,
	"run_id" text,
	"task_id" text,
	"attempt" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (to_tsvector('english'::regconfig, words) || to_tsvector('simple'::regconfig, words)) STORED,
	CONSTRAINT "examples_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "examples_kind_check" CHECK ("examples"."kind" in ('agent', 'planner')),
	CONSTRAINT "examples_source_check" CHECK ("examples"."source" in ('run', 'import', 'person'))
);
--> statement-breakpoint
CREATE INDEX "example_uses_by_example" ON "example_uses" USING btree ("workspace_id","example_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "examples_by_age" ON "examples" USING btree ("workspace_id","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "examples_by_words" ON "examples" USING gin ("search") WHERE "examples"."enabled";