CREATE TABLE "model_roles" (
	"workspace_id" text NOT NULL,
	"role" text NOT NULL,
	"reasoning_effort" text,
	"temperature" double precision,
	"max_output_tokens" integer,
	"fallbacks" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "model_roles_workspace_id_role_pk" PRIMARY KEY("workspace_id","role"),
	CONSTRAINT "model_roles_role_check" CHECK ("model_roles"."role" in ('default', 'planner', 'critic', 'quality_gate', 'agent', 'verification', 'synthesis', 'reviewer', 'replanner', 'summarizer', 'answer', 'critique', 'revision', 'trajectory_summarizer', 'detailer')),
	CONSTRAINT "model_roles_reasoning_effort_check" CHECK ("model_roles"."reasoning_effort" in ('none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'))
);
--> statement-breakpoint
ALTER TABLE "models" ADD COLUMN "reasoning_effort" text;--> statement-breakpoint
ALTER TABLE "models" ADD COLUMN "temperature" double precision;--> statement-breakpoint
ALTER TABLE "models" ADD COLUMN "images" boolean;--> statement-breakpoint
ALTER TABLE "models" ADD COLUMN "pdf" boolean;--> statement-breakpoint
ALTER TABLE "model_calls" ADD COLUMN "cache_write_tokens" integer;--> statement-breakpoint
ALTER TABLE "model_calls" ADD COLUMN "wanted_model" text;--> statement-breakpoint
ALTER TABLE "model_calls" ADD COLUMN "wanted_failure" text;--> statement-breakpoint
ALTER TABLE "model_roles" ADD CONSTRAINT "model_roles_workspace_id_workspaces_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("workspace_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "models" ADD CONSTRAINT "models_reasoning_effort_check" CHECK ("models"."reasoning_effort" in ('none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'));