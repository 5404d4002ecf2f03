CREATE TABLE "plan_layouts" (
	"run_id" text NOT NULL,
	"version" integer NOT NULL,
	"layout_version" integer NOT NULL,
	"workspace_id" text NOT NULL,
	"nodes" jsonb NOT NULL,
	"edges" jsonb,
	"computed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "plan_layouts_run_id_version_layout_version_pk" PRIMARY KEY("run_id","version","layout_version")
);
--> statement-breakpoint
ALTER TABLE "plan_layouts" ADD CONSTRAINT "plan_layouts_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;